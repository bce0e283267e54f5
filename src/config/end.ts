import { parseInstant } from '../lib/text/instant.ts'
import { duration } from './durations.ts'

const fromNow = duration('1s', '7d')

/**
 * Reads an end such as `7d` (from `now`) or an ISO 8601 time, and returns it in epoch milliseconds. Undefined for
 * anything else and for the past.
 */
export function parseEnd(text: string, now: number): number | undefined {
  const durationMs = fromNow.read(text, '')
  if (durationMs !== undefined) return now + durationMs
  const instant = parseInstant(text)
  return instant !== undefined && instant > now ? instant : undefined
}
