import { duration } from '../../config/durations.ts'
import { systemClock } from '../../lib/measure/clock.ts'
import { parseInstant } from '../../lib/text/instant.ts'
import { CommandRefused, UsageError } from './command.ts'

const fromNow = duration('1s', '7d')

/** Reads a future time from an option, as epoch milliseconds; null for `never`. */
export function readInstant(text: string, option = '--until'): number | null {
  if (text === 'never') return null
  const now = systemClock()
  const durationMs = fromNow.read(text, '')
  if (durationMs !== undefined) return now + durationMs
  const instant = parseInstant(text)
  if (instant === undefined) {
    throw new UsageError(
      `${option} is "${text}", but must be a duration (90s, 15m, 12h, 7d, up to 3650d), a time in ISO 8601 (2027-01-31, 2027-01-31T18:00:00Z) or never`,
    )
  }
  if (instant <= now) {
    throw new CommandRefused(`${option} is "${text}", which is in the past; give a future time`)
  }
  return instant
}
