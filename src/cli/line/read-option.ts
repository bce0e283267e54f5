import { text as wholeText } from 'node:stream/consumers'
import { duration } from '../../config/durations.ts'
import { integer, type Kind } from '../../config/values.ts'
import { parseUuid } from '../../lib/crypto/uuid.ts'
import { systemClock } from '../../lib/measure/clock.ts'
import { parseInstant } from '../../lib/text/instant.ts'
import { rowsAtOnce } from '../../model/records/lists.ts'
import { CommandRefused, UsageError } from './command.ts'
import type { Output } from './output.ts'

const rowLimit = { ...integer(1, 999_999_999, rowsAtOnce.command), allowed: 'a whole number above 0' }
const rowId = { allowed: 'an id of the list', read: parseUuid }

export interface GivenListOptions {
  limit: string | undefined
  after: string | undefined
}

/** Reads the options of a long list. A line on standard error says how to continue. Throws UsageError. */
export const readListOptions = (
  { limit, after }: GivenListOptions,
  output: Pick<Output, 'note'>,
  usual: number = rowsAtOnce.command,
) => ({
  most: limit === undefined ? usual : readOption('--limit', limit, rowLimit),
  after: after === undefined ? undefined : readOption('--after', after, rowId),
  onMore: (next: string) => output.note(`There are more: add "--after ${next}" for the next ones.`),
})

/** Reads the value of an option in the same way as a setting. Throws UsageError. */
export function readOption<Value>(
  name: string,
  text: string,
  { allowed, read }: Pick<Kind<Value>, 'allowed' | 'read'>,
): Value {
  const value = read(text, '')
  if (value !== undefined) return value
  throw new UsageError(`${name} is "${text}", but must be ${allowed}`)
}

/** Reads a secret from standard input. `echo` and editors end a line with a line break, which is not part of it. */
export const readSecret = async ({
  surroundings: { stdin },
}: Pick<Output, 'surroundings'>): Promise<string> => (await wholeText(stdin)).replace(/\r?\n$/, '')

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
