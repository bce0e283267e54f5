import { nilUuid, parseUuid } from '../../lib/uuid.ts'
import { type Account, isEmail, isLanguage, isNewUsername, isPassword } from '../../model/account.ts'
import type { Actor } from '../../model/actor.ts'
import { Refused } from '../../model/refusal.ts'
import { accountByKey, insertAccount } from '../../storage/accounts.ts'
import { type Database, UniqueViolation } from '../../storage/database.ts'
import type { AccountRow } from '../../storage/schema.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { newAccountRow, toAccount } from './account-row.ts'

export interface NewAccount {
  username: string
  email: string
  password: string
  language: string
  /** A UUID in any form; random where absent. */
  id?: string
}

export async function createAccount(
  context: Pick<Context, 'db' | 'clock' | 'random' | 'passwords'>,
  by: Actor,
  account: NewAccount,
): Promise<Account> {
  const { db, clock, random, passwords } = context
  const { username, email, password, language } = account
  const id = account.id === undefined ? random.uuid() : parseUuid(account.id)
  if (id === undefined || id === nilUuid) throw new Refused('uuid_malformed')
  if (!isNewUsername(username)) throw new Refused('username_malformed')
  if (!isEmail(email)) throw new Refused('email_malformed')
  if (!isLanguage(language)) throw new Refused('language_malformed')
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
    })
  } catch (error) {
    if (error instanceof UniqueViolation) throw await takenKey(db, row, error)
    throw error
  }
  return toAccount(row, clock())
}

/** Which of the row's unique keys another account has. */
async function takenKey(db: Database, row: AccountRow, cause: UniqueViolation): Promise<Refused> {
  if (await accountByKey(db, { column: 'username_folded', value: row.username_folded })) {
    return new Refused('username_taken', { cause })
  }
  if (await accountByKey(db, { column: 'email_folded', value: row.email_folded })) {
    return new Refused('email_taken', { cause })
  }
  return new Refused('id_taken', { cause })
}
