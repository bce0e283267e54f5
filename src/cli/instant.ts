import { systemClock } from '../lib/clock.ts'
import { CommandRefused, UsageError } from './command.ts'

// A date means midnight UTC; a time needs its zone, so that it means the same on every machine.
const instantPattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/

/** Reads the value of an option, a time in the future, into epoch milliseconds. */
export function readInstant(iso: string, option = '--until'): number {
  const instant = instantPattern.test(iso) ? Date.parse(iso) : Number.NaN
  if (Number.isNaN(instant)) {
    throw new UsageError(`${option} is "${iso}", but must be ISO 8601: 2027-01-31 or 2027-01-31T18:00:00Z`)
  }
  if (instant <= systemClock()) {
    throw new CommandRefused(`${option} is "${iso}", which is in the past; give a future time`)
  }
  return instant
}
