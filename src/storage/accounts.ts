import type { Insertable, Transaction } from 'kysely'
import { Refused } from '../model/refusal.ts'
import type { Database } from './database.ts'
import type { AccountRow, Schema } from './schema.ts'

export type AccountKey = { column: 'id' | 'username_folded' | 'email_folded'; value: string }

export function accountByKey(db: Database, key: AccountKey): Promise<AccountRow | undefined> {
  return db.query.selectFrom('account').selectAll().where(key.column, '=', key.value).executeTakeFirst()
}

/** Accounts in the order of their ids, after the given one. */
export function accountsAfter(db: Database, after: string, limit: number): Promise<AccountRow[]> {
  return db.query
    .selectFrom('account')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Throws UniqueViolation where id, name or e-mail are taken. */
export async function insertAccount(db: Database, row: Insertable<AccountRow>): Promise<void> {
  await db.query.transaction().execute(async (tx) => {
    await tx.insertInto('account').values(row).execute()
    await recordUsername(tx, row.id, row.username, row.created_at)
  })
}

/**
 * Throws UniqueViolation where another account has the name, Refused `username_changed_lately` where this
 * one has changed its name after `notSince`.
 */
export async function updateUsername(
  db: Database,
  id: string,
  name: { username: string; username_folded: string },
  now: number,
  notSince = Number.POSITIVE_INFINITY,
): Promise<void> {
  await db.query.transaction().execute(async (tx) => {
    // First, since it locks the row: of two changes at once the second sees the first.
    await tx.updateTable('account').set(name).where('id', '=', id).execute()
    if (notSince < now && (await changedUsernameAt(tx, id)) > notSince) {
      throw new Refused('username_changed_lately', { about: id })
    }
    await recordUsername(tx, id, name.username, now)
  })
}

/** When the account last changed its name; 0 where it has its first. */
async function changedUsernameAt(tx: Transaction<Schema>, id: string): Promise<number> {
  const last = await tx
    .selectFrom('username_history')
    .innerJoin('account', 'account.id', 'account_id')
    .select('changed_at')
    .where('account_id', '=', id)
    .whereRef('changed_at', '>', 'created_at')
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.changed_at ?? 0
}

async function recordUsername(
  tx: Transaction<Schema>,
  account_id: string,
  username: string,
  changed_at: number,
) {
  await tx
    .insertInto('username_history')
    .values({ account_id, username, changed_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function usernamesOf(db: Database, id: string): Promise<{ username: string; changed_at: number }[]> {
  return db.query
    .selectFrom('username_history')
    .select(['username', 'changed_at'])
    .where('account_id', '=', id)
    .orderBy('changed_at')
    .execute()
}

/** What may change together with the end of every credential. */
export type CredentialsChange = Partial<
  Pick<AccountRow, 'password_hash' | 'totp_secret' | 'suspended_at' | 'suspended_until' | 'suspension_reason'>
>

/** Ends every token, grant and pending join of the account, and changes it, in one step. */
export async function endCredentials(
  db: Database,
  id: string,
  change: CredentialsChange = {},
): Promise<void> {
  await db.query.transaction().execute(async (tx) => {
    await tx
      .updateTable('account')
      .set((row) => ({ ...change, credentials_version: row('credentials_version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    await tx.deleteFrom('credential').where('account_id', '=', id).execute()
    await tx.deleteFrom('pending_join').where('account_id', '=', id).execute()
  })
}

/** Changes that leave tokens alone. */
export async function updateAccount(
  db: Database,
  id: string,
  change: CredentialsChange & Partial<Pick<AccountRow, 'language'>>,
): Promise<void> {
  await db.query.updateTable('account').set(change).where('id', '=', id).execute()
}

/** Puts a new hash in place of the one that was just proved, unless it has changed meanwhile. */
export async function replacePasswordHash(
  db: Database,
  id: string,
  old: string,
  hash: string,
): Promise<void> {
  await db.query
    .updateTable('account')
    .set({ password_hash: hash })
    .where('id', '=', id)
    .where('password_hash', '=', old)
    .execute()
}

/** The rows that hang on the account go with it. */
export async function deleteAccountRow(db: Database, id: string): Promise<void> {
  await db.query.deleteFrom('account').where('id', '=', id).execute()
}
