import { dayMs, hourMs, minuteMs } from '../measure/units.ts'

/** Formats an instant in epoch milliseconds for programs: ISO 8601 in UTC. */
export const isoTime = (instant: number): string => new Date(instant).toISOString()

let knownDay = Number.NaN
let knownDate = ''

/** Formats an instant like `isoTime`. For lists whose instants are mostly of one day, in a fourth of the time. */
export function isoTimeInList(instant: number): string {
  const day = Math.floor(instant / dayMs)
  if (day !== knownDay) {
    knownDate = isoTime(day * dayMs).slice(0, -'00:00:00.000Z'.length)
    knownDay = day
  }
  const ms = instant - day * dayMs
  const two = (divisor: number, of: number) => String(Math.floor(ms / divisor) % of).padStart(2, '0')
  return `${knownDate}${two(hourMs, 24)}:${two(minuteMs, 60)}:${two(1000, 60)}.${String(ms % 1000).padStart(3, '0')}Z`
}

export const isoTimeOrNull = (instant: number | null | undefined): string | null =>
  typeof instant === 'number' ? isoTime(instant) : null

// A date means midnight UTC. A time must have a zone, so that it means the same on every machine.
const pattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/

/** Parses ISO 8601 into epoch milliseconds. Returns undefined for anything else. */
export function parseInstant(text: string): number | undefined {
  const instant = pattern.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(instant) ? undefined : instant
}
