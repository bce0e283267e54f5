import { maxPlayers } from '../../domain/characters/players.ts'
import type { PasswordContext, ReadContext } from '../../domain/context.ts'
import { fold } from '../../lib/text/fold.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import type { SourcePlayer } from '../programs/source.ts'
import { type AccountFields, readFields } from './fields.ts'
import { EntryRefused, type ImportEntry } from './imported-account.ts'
import type { ImportRefusal, LeftOut, Remark } from './reasons.ts'

const withoutPassword = { passwordHash: unusableHash, passwordSalt: null }

/**
 * Fields that can be dropped. In a file of lines, an invalid field refuses its line, which can be corrected there. The
 * database of another program can't be edited, and its players' UUIDs are worth more than a skin.
 */
const dispensable: Record<LeftOut, Partial<AccountFields>> = {
  email_malformed: { email: null },
  language_malformed: { language: null },
  password_hash_unknown: withoutPassword,
  password_hash_costly: withoutPassword,
  password_salt_misplaced: withoutPassword,
  totp_secret_malformed: { totpSecret: null },
  instant_malformed: { createdAt: null, usernameHistory: null },
  username_history_malformed: { usernameHistory: null },
  suspension_reason_malformed: { suspensionReason: null },
}

/** The players of one user that are looked at, since some may have names that are not allowed. */
const mostOfUser = 2 * maxPlayers

/**
 * Yields the accounts of a source, numbered from 1. If several users have the same email address, the first one keeps it;
 * if users are split, the first player.
 */
export async function* entriesOf(
  context: ReadContext & PasswordContext,
  players: AsyncIterable<SourcePlayer>,
  { splitsUsers = false }: { splitsUsers?: boolean } = {},
): AsyncGenerator<ImportEntry> {
  const emails = new Set<string>()
  let number = 0
  let last: { user: string; isShared: boolean; count: number } | undefined
  for await (const player of players) {
    number++
    const isOfLast = !splitsUsers && last !== undefined && player.user === last.user
    const remarks = [...player.remarks]
    let { fields } = player
    const email = fields.email == null ? undefined : fold(fields.email)
    const isShared = isOfLast ? last?.isShared === true : email !== undefined && emails.has(email)
    if (email !== undefined) emails.add(email)
    const count = isOfLast ? (last?.count ?? 0) + 1 : 1
    last = player.user === undefined ? undefined : { user: player.user, isShared, count }
    if (email !== undefined && isShared) {
      fields = { ...fields, email: null }
      remarks.push('email_shared')
    }
    if (count > mostOfUser) {
      const refused = new EntryRefused('character_limit')
      yield { number, position: number, name: fields.username, refused }
      continue
    }
    yield {
      number,
      position: number,
      name: fields.username,
      ...(player.user !== undefined && { user: player.user }),
      ...read(context, fields, remarks),
      ...(player.details && { details: player.details }),
    }
  }
}

function read({ clock, passwords }: ReadContext & PasswordContext, given: AccountFields, remarks: Remark[]) {
  for (let fields = given; ; ) {
    try {
      return {
        account: { ...readFields(fields, passwords, clock()), arePicturesOptional: true as const },
        remarks,
      }
    } catch (error) {
      if (!(error instanceof EntryRefused)) throw error
      const { reason } = error
      // Each field is dropped at most once: what is missing can't be invalid again.
      if (!isDispensable(reason) || remarks.includes(reason)) return { refused: error }
      remarks.push(reason)
      fields = { ...fields, ...dispensable[reason] }
    }
  }
}

const isDispensable = (reason: ImportRefusal): reason is LeftOut => Object.hasOwn(dispensable, reason)
