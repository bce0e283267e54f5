import { setTimeout as sleep } from 'node:timers/promises'

const pauseMs = 20

/** Nothing that is waited for takes as long, on however busy a machine. */
const lateMs = 120_000

/**
 * Looks again and again until what has to happen has happened, and resolves with what `look` saw. Throws, with what was
 * waited for, after two minutes.
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
