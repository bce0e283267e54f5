/** Formats an instant in epoch milliseconds for programs: ISO 8601 in UTC. */
export const isoTime = (instant: number): string => new Date(instant).toISOString()

export const isoTimeOrNull = (instant: number | null | undefined): string | null =>
  typeof instant === 'number' ? isoTime(instant) : null

// A date means midnight UTC. A time must have a zone, so that it means the same on every machine.
const pattern = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/

/** Parses ISO 8601 into epoch milliseconds. Returns undefined for anything else. */
export function parseInstant(text: string): number | undefined {
  const instant = pattern.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(instant) ? undefined : instant
}
