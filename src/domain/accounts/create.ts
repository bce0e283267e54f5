import { isNobodysUuid, parseUuid } from '../../lib/crypto/uuid.ts'
import { type Account, isEmail, isPassword } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import { accountByKey, insertAccount } from '../../storage/accounts/accounts.ts'
import { isNameKey } from '../../storage/accounts/name-claims.ts'
import { type Database, UniqueViolation } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { askerOf } from '../asker.ts'
import { change } from '../change.ts'
import type { ChangeContext, PasswordContext } from '../context.ts'
import type { StoreAnswer } from '../idempotency.ts'
import { prepareName } from '../names/owner.ts'
import { checkName } from '../names/rules.ts'
import { newUuid } from '../registration/new-uuid.ts'
import { newAccountRow, toAccount } from './account-row.ts'
import { codeOfLanguage } from './set-language.ts'

interface NewAccount {
  username: string
  /** Undefined for an account that signs in with its username only. */
  email?: string | undefined
  /** Null for none: nobody can sign in until a password is chosen. */
  password: string | null
  /** A language code in any common notation, such as `pt-BR` or `pt_br`. */
  language: string
  /** A UUID in any form, which may be that of a deleted account. If absent, one is made as NORN_UUIDS says. */
  id?: string
  /** True if the username may be a reserved one. */
  reserved?: boolean
}

export async function createAccount(
  context: ChangeContext & PasswordContext,
  by: Actor,
  account: NewAccount,
  keep?: StoreAnswer<Account>,
): Promise<Account> {
  const { db, clock, passwords } = context
  const { username, email, password } = account
  const givenId = account.id === undefined ? undefined : parseUuid(account.id)
  if (account.id !== undefined && (givenId === undefined || isNobodysUuid(givenId))) {
    throw new Refused('uuid_malformed')
  }
  checkName(context, username, { mayBeReserved: account.reserved ?? false })
  if (email !== undefined && !isEmail(email)) throw new Refused('email_malformed')
  const language = codeOfLanguage(account.language)
  if (password !== null && !isPassword(password)) throw new Refused('password_malformed')
  const passwordHash = password === null ? unusableHash : await passwords.hash(password, askerOf(by))
  let made: AccountRow | undefined
  try {
    return await change(context, by, async (tx) => {
      const id = givenId ?? (await newUuid(context, tx, username))
      const createdAt = clock()
      const row = newAccountRow({ id, username, email, passwordHash, language, totpSecret: null, createdAt })
      made = row
      await prepareName(context, tx, username, { id })
      await insertAccount(tx, row)
      const result = toAccount(row, createdAt)
      await keep?.(tx, result)
      return { events: [{ event: 'account.created', account: id, details: { username } }], result }
    })
  } catch (error) {
    if (!(error instanceof UniqueViolation) || !made) throw error
    throw await takenKey(db, made, error)
  }
}

/** Finds out which unique key of the row belongs to another account, and returns the matching refusal. */
async function takenKey(db: Database, row: AccountRow, cause: UniqueViolation): Promise<Refused> {
  const isTaken = await accountByKey(db, { column: 'username_folded', value: row.username_folded })
  if (isNameKey(cause.key) || isTaken) return new Refused('username_taken', { cause })
  const { email_folded } = row
  if (email_folded !== null && (await accountByKey(db, { column: 'email_folded', value: email_folded }))) {
    return new Refused('email_taken', { cause })
  }
  return new Refused('id_taken', { cause })
}
