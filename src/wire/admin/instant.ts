import { Type } from 'typebox'
import { duration } from '../../config/durations.ts'
import { parseEnd } from '../../config/end.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { Nullable } from './api.ts'

/** The schema of an end in the body of a request. */
export const End = Nullable(
  Type.String({
    description:
      'ISO 8601, in the future, or a duration from now such as `90s`, `12h` or `7d`; null for no end.',
    minLength: 2,
    maxLength: 40,
  }),
)

/** Returns an end in epoch milliseconds. Throws Refused `instant_malformed`. */
export function readEnd<Absent extends null | undefined>(
  text: string | Absent,
  now: number,
  field: string,
): number | Absent {
  if (text === null || text === undefined) return text
  const end = parseEnd(text, now)
  if (end === undefined) throw new Refused('instant_malformed', { field })
  return end
}

/** The schema of a duration in the body of a request. */
export const Lasting = Type.String({
  description: 'A duration such as `0s`, `15m`, `24h` or `7d`.',
  minLength: 2,
  maxLength: 11,
})

const lasting = duration('0s', '24h')

/** Returns a duration in milliseconds. Throws Refused `malformed`. */
export function readLasting(text: string, field: string): number {
  const ms = lasting.read(text, '')
  if (ms === undefined) throw new Refused('malformed', { field })
  return ms
}
