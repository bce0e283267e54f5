import { text as wholeText } from 'node:stream/consumers'
import { integer, type Kind } from '../../config/values.ts'
import { UsageError } from './command.ts'
import type { Output } from './output.ts'

/** The number of rows in a list. */
export const rowLimit = { ...integer(1, 999_999_999, 100), allowed: 'a whole number above 0' }

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
