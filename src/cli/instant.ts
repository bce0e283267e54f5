import { duration } from '../config/values.ts'
import { systemClock } from '../lib/clock.ts'
import { CommandRefused, UsageError } from './command.ts'

// A date means midnight UTC; a time needs its zone, so that it means the same on every machine.
const instantPattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/

const fromNow = duration('1s', '7d')

/** Reads the value of `--until`, a time in the future, into epoch milliseconds; null for `never`. */
export function readInstant(text: string): number | null {
  if (text === 'never') return null
  const now = systemClock()
  const durationMs = fromNow.read(text, '')
  if (durationMs !== undefined) return now + durationMs
  const instant = instantPattern.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(instant)) {
    throw new UsageError(
      `--until is "${text}", but must be a duration (90s, 15m, 12h, 7d, up to 3650d), a time in ISO 8601 (2027-01-31, 2027-01-31T18:00:00Z) or never`,
    )
  }
  if (instant <= now) {
    throw new CommandRefused(`--until is "${text}", which is in the past; give a future time`)
  }
  return instant
}
