import { parseInstant } from '../lib/text/instant.ts'
import { duration } from './values.ts'

const fromNow = duration('1s', '7d')

/** Reads when something is to end, `7d` from now or a time in ISO 8601; undefined for anything else and the past. */
export function parseEnd(text: string, now: number): number | undefined {
  const durationMs = fromNow.read(text, '')
  if (durationMs !== undefined) return now + durationMs
  const instant = parseInstant(text)
  return instant !== undefined && instant > now ? instant : undefined
}
