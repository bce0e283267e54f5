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

/** Yields the accounts of a source, numbered from 1. If several have the same email address, the first one keeps it. */
export async function* entriesOf(
  context: ReadContext & PasswordContext,
  players: AsyncIterable<SourcePlayer>,
): AsyncGenerator<ImportEntry> {
  const emails = new Set<string>()
  let number = 0
  for await (const player of players) {
    number++
    const remarks = [...player.remarks]
    let { fields } = player
    if (fields.email != null) {
      const email = fold(fields.email)
      if (emails.has(email)) {
        fields = { ...fields, email: null }
        remarks.push('email_shared')
      } else emails.add(email)
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
