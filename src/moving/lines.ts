import type { PasswordContext, ReadContext } from '../domain/context.ts'
import { linesOf } from '../lib/files/lines.ts'
import { isUsername } from '../model/accounts/account.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { readFields } from './import/fields.ts'
import { EntryRefused, type ImportEntry, type ImportedAccount } from './import/imported-account.ts'

/** Large enough for a line with a long history of names, which has some kilobytes. */
export const maxLineBytes = 64 * 1024

/** Yields the accounts of newline-delimited JSON. Positions are in bytes. */
export async function* accountsOfLines(
  { clock, passwords }: ReadContext & PasswordContext,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<ImportEntry> {
  let position = 0
  for await (const { number, bytes, length } of linesOf(source, maxLineBytes)) {
    position += length
    if (bytes?.every(isBlank)) continue
    try {
      if (!bytes) throw new EntryRefused('line_too_long')
      yield { number, position, account: readImportLine(bytes, passwords, clock()) }
    } catch (error) {
      if (!(error instanceof EntryRefused)) throw error
      const username = usernameIn(bytes)
      yield { number, position, refused: error, ...(username !== undefined && { username }) }
    }
  }
}

/** Returns the username of a line that is refused, if it has one. */
function usernameIn(bytes: Buffer | undefined): string | undefined {
  try {
    const { username } = Object(JSON.parse(utf8.decode(bytes)))
    return typeof username === 'string' && isUsername(username) ? username : undefined
  } catch {
    return undefined
  }
}

/** Returns true for a space, a tab and the CR of CRLF. */
const isBlank = (byte: number): boolean => byte === 32 || byte === 9 || byte === 13

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses a line of JSON. Throws EntryRefused. */
export function readImportLine(bytes: Buffer, passwords: Passwords, now: number): ImportedAccount {
  let line: unknown
  try {
    line = JSON.parse(utf8.decode(bytes))
  } catch (cause) {
    throw new EntryRefused('line_no_json', undefined, { cause })
  }
  return readFields(line, passwords, now)
}
