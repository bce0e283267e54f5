import { parseInstant } from '../../lib/text/instant.ts'
import { EntryRefused } from './imported-account.ts'

/** The end of the year 9999, beyond which ISO 8601 has no common form. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
const earliest = -latest

/**
 * The numbers that are read as seconds. As milliseconds they would be days from 1970 to 1973, and as seconds they cover
 * all years since.
 */
const seconds = { from: 100_000_000, below: 100_000_000_000 }

/** Parses ISO 8601 with a zone, or epoch milliseconds. Throws EntryRefused. */
export function readInstant(given: string | number | null | undefined): number | undefined {
  if (given == null) return undefined
  if (typeof given === 'number' && given >= seconds.from && given < seconds.below) {
    throw new EntryRefused('instant_in_seconds')
  }
  const instant = typeof given === 'number' ? given : (parseInstant(given) ?? Number.NaN)
  if (!(instant >= earliest && instant <= latest)) throw new EntryRefused('instant_malformed')
  return instant
}
