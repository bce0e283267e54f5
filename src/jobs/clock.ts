import type { Logger } from 'pino'
import type { Clock } from '../lib/measure/clock.ts'
import { minuteMs } from '../lib/measure/units.ts'
import { every } from './beat.ts'

/** Time servers correct less than this without anybody noticing. */
const maxJumpMs = minuteMs

/** Looks every `intervalMs` whether the clock was set. Returns a function that stops this. */
export function startWatchingClock(
  log: Pick<Logger, 'warn'>,
  clock: Clock,
  monotonic: Clock,
  intervalMs: number,
): () => void {
  let before = clock() - monotonic()
  return every(intervalMs, () => {
    const now = clock() - monotonic()
    const seconds = Math.round((now - before) / 1000)
    if (Math.abs(now - before) > maxJumpMs) {
      const what = seconds > 0 ? 'forward: what expires has done so early' : 'back: what expires does so late'
      log.warn(
        { seconds },
        `the clock of this machine was set ${what}, such as sessions, links and codes; check its time synchronization (timedatectl)`,
      )
    }
    before = now
  })
}
