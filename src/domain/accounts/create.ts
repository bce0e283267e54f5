import { nilUuid, offlineUuid, parseUuid } from '../../lib/uuid.ts'
import { type Account, isEmail, isNewUsername, isPassword, readLanguage } from '../../model/account.ts'
import type { Actor } from '../../model/actor.ts'
import { Refused } from '../../model/refusal.ts'
import { accountByKey, insertAccount } from '../../storage/accounts.ts'
import { type Database, UniqueViolation } from '../../storage/database.ts'
import type { AccountRow } from '../../storage/schema.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import type { Keep } from '../idempotency.ts'
import { newAccountRow, toAccount } from './account-row.ts'
import { newUuid } from './new-uuid.ts'

export interface NewAccount {
  username: string
  /** Undefined for one that signs in by its username alone. */
  email?: string | undefined
  password: string
  /** In any usual form: `pt-BR`, `pt_br`. */
  language: string
  /** A UUID in any form; made as NORN_UUIDS says where absent. */
  id?: string
}

export async function createAccount(
  context: Pick<Context, 'db' | 'clock' | 'config' | 'random' | 'passwords'>,
  by: Actor,
  account: NewAccount,
  keep?: Keep<Account>,
): Promise<Account> {
  const { db, clock, random, passwords } = context
  const { username, email, password } = account
  const language = readLanguage(account.language)
  const id = account.id === undefined ? newUuid(context, username) : parseUuid(account.id)
  if (id === undefined || id === nilUuid) throw new Refused('uuid_malformed')
  if (!isNewUsername(username)) throw new Refused('username_malformed')
  if (email !== undefined && !isEmail(email)) throw new Refused('email_malformed')
  if (language === undefined) throw new Refused('language_malformed')
  if (!isPassword(password)) throw new Refused('password_malformed')
  const row = newAccountRow({
    id,
    username,
    email,
    passwordHash: await passwords.hash(password),
    language,
    totpSecret: null,
    createdAt: clock(),
  })
  try {
    await db.transaction(async (tx) => {
      await insertAccount(tx, row)
      await record(context, tx, by, { event: 'account.created', account: id, details: { username } })
      await keep?.(tx, toAccount(row, clock()))
    })
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    const refused = await takenKey(db, row, error)
    // Of a name that was somebody's before: who had it first keeps the UUID that is made of it.
    const isOfName = account.id === undefined && id === offlineUuid(username)
    if (refused.reason !== 'id_taken' || !isOfName) throw refused
    return createAccount(context, by, { ...account, id: random.uuid() }, keep)
  }
  return toAccount(row, clock())
}

/** Which of the row's unique keys another account has. */
async function takenKey(db: Database, row: AccountRow, cause: UniqueViolation): Promise<Refused> {
  if (await accountByKey(db, { column: 'username_folded', value: row.username_folded })) {
    return new Refused('username_taken', { cause })
  }
  const { email_folded } = row
  if (email_folded !== null && (await accountByKey(db, { column: 'email_folded', value: email_folded }))) {
    return new Refused('email_taken', { cause })
  }
  return new Refused('id_taken', { cause })
}
