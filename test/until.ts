import { setTimeout as sleep } from 'node:timers/promises'

const pauseMs = 20

/** In milliseconds; nothing takes this long, however busy the machine is. */
const lateMs = 120_000

/**
 * Repeats `look` until what has to happen has happened, and resolves with its result. Throws after two minutes,
 * naming what did not happen.
 */
export async function until<Seen>(
  what: string,
  look: () => Seen | Promise<Seen>,
): Promise<Exclude<Seen, undefined | null | false>> {
  for (let waitedMs = 0; waitedMs < lateMs; waitedMs += pauseMs) {
    const seen = await look()
    if (seen) return seen as Exclude<Seen, undefined | null | false>
    await sleep(pauseMs)
  }
  throw new Error(`it has not happened within two minutes: ${what}`)
}
