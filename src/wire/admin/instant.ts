import { Type } from 'typebox'
import { parseInstant } from '../../lib/instant.ts'
import { Refused } from '../../model/refusal.ts'
import { Nullable } from './api.ts'

/** The end of something, in the body of a request. */
export const End = Nullable(
  Type.String({ description: 'ISO 8601, in the future; null for no end.', maxLength: 40 }),
)

/** In epoch milliseconds. Throws Refused `instant_malformed`. */
export function readEnd<Absent extends null | undefined>(
  text: string | Absent,
  now: number,
  field: string,
): number | Absent {
  if (text === null || text === undefined) return text
  const instant = parseInstant(text)
  if (instant === undefined || instant <= now) throw new Refused('instant_malformed', { field })
  return instant
}
