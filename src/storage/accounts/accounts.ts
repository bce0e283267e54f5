import { type Insertable, sql } from 'kysely'
import { fold } from '../../lib/text/fold.ts'
import type { Profile } from '../../model/account.ts'
import { first, type Queries, reads, type Transaction, writes } from '../engine/database.ts'
import { deleteAttempts } from '../records/attempts.ts'
import type { AccountRow } from '../schema/schema.ts'

export type AccountKey = { column: 'id' | 'username_folded' | 'email_folded'; value: string }

const byKey = (column: AccountKey['column']) =>
  reads<AccountRow>(`account_by_${column}`, `select * from account where ${column} = $1`)

const byColumn = {
  id: byKey('id'),
  username_folded: byKey('username_folded'),
  email_folded: byKey('email_folded'),
}

export async function accountByKey(
  db: Queries,
  { column, value }: AccountKey,
): Promise<AccountRow | undefined> {
  const [row] = await db.run(byColumn[column], [value])
  return row
}

export function usernamesByIds(
  db: Queries,
  ids: readonly string[],
): Promise<{ id: string; username: string }[]> {
  return db.query.selectFrom('account').select(['id', 'username']).where('id', 'in', ids).execute()
}

export interface AccountPage {
  /** The id of the last account of the page before; empty for the first page. */
  after: string
  limit: number
  /** A part of the username or the e-mail address, folded. */
  part?: string | undefined
  id?: string | undefined
  /** Only those that are suspended at this instant. */
  suspendedAt?: number | undefined
}

/** Accounts in the order of their ids. */
export function accountsAfter(
  db: Queries,
  { after, limit, part, id, suspendedAt }: AccountPage,
): Promise<AccountRow[]> {
  let query = db.query.selectFrom('account').selectAll().where('id', '>', after).orderBy('id').limit(limit)
  if (id !== undefined) query = query.where('id', '=', id)
  if (part !== undefined) {
    const pattern = `%${part.replaceAll(/[!%_]/g, '!$&')}%`
    query = query.where(
      sql<boolean>`(username_folded like ${pattern} escape '!' or email_folded like ${pattern} escape '!')`,
    )
  }
  if (suspendedAt !== undefined) {
    query = query
      .where('suspended_at', 'is not', null)
      .where((row) => row.or([row('suspended_until', 'is', null), row('suspended_until', '>', suspendedAt)]))
  }
  return query.execute()
}

/** Throws UniqueViolation where id, name or e-mail are taken. */
export async function insertAccount(tx: Transaction, row: Insertable<AccountRow>): Promise<void> {
  await tx.query.insertInto('account').values(row).execute()
  await insertUsernameHistory(tx, row.id, row.username, row.created_at)
}

/** Throws UniqueViolation where the name has another owner. */
export async function updateUsername(
  tx: Transaction,
  id: string,
  name: { username: string; username_folded: string },
): Promise<void> {
  await tx.query.updateTable('account').set(name).where('id', '=', id).execute()
}

/** When the account last changed its name; 0 where it has its first. */
export async function usernameChangedAt(db: Queries, id: string): Promise<number> {
  const [last] = await db.run(lastChange, [id])
  return last?.changed_at ?? 0
}

const lastChange = reads<{ changed_at: number }>(
  'username_changed_at',
  `select changed_at from username_history join account on account.id = account_id
   where account_id = $1 and changed_at > created_at order by changed_at desc limit 1`,
)

export async function insertUsernameHistory(
  db: Queries,
  account_id: string,
  username: string,
  changed_at: number,
): Promise<void> {
  await db.query
    .insertInto('username_history')
    .values({ account_id, username, changed_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export function usernamesOf(db: Queries, id: string): Promise<{ username: string; changed_at: number }[]> {
  return db.run(history, [id])
}

const history = reads<{ username: string; changed_at: number }>(
  'usernames_of_account',
  'select username, changed_at from username_history where account_id = $1 order by changed_at',
)

const formerOwnerOf = reads<{ username: string }>(
  'former_owner',
  `select account.username from username_history join account on account.id = account_id
   where lower(username_history.username) = $1 order by changed_at desc limit 1`,
)

/** The username now of the account that had this one last, in any letter case. */
export async function formerOwner(db: Queries, username: string): Promise<string | undefined> {
  const [owner] = await db.run(formerOwnerOf, [fold(username)])
  return owner?.username
}

/** Of several accounts, the oldest name of each first. */
export function usernamesOfAll(
  db: Queries,
  ids: readonly string[],
): Promise<{ account_id: string; username: string; changed_at: number }[]> {
  return db.query
    .selectFrom('username_history')
    .selectAll()
    .where('account_id', 'in', ids)
    .orderBy('changed_at')
    .execute()
}

/** The row as it is now, locked until the transaction ends: of two changes at once the second sees the first. */
export function lockAccount(tx: Transaction, id: string): Promise<AccountRow | undefined> {
  return tx.query
    .updateTable('account')
    .set((row) => ({ deletes_at: row.ref('deletes_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** What may change together with the end of every credential. */
export type CredentialsChange = Partial<
  Pick<
    AccountRow,
    | 'password_hash'
    | 'totp_secret'
    | 'totp_since'
    | 'suspended_at'
    | 'suspended_until'
    | 'suspension_reason'
    | 'deletes_at'
  >
>

/**
 * Ends every token, grant and pending join of the account, and changes it; the one credential with `keptDigest` goes on
 * to live. Answers how many credentials that were, undefined where there is no such account.
 */
export async function endCredentials(
  tx: Transaction,
  id: string,
  change: CredentialsChange = {},
  keptDigest = '',
): Promise<number | undefined> {
  if (!(await endByVersion(tx, id, change))) return undefined
  await tx.query
    .updateTable('credential')
    .set((row) => ({ credentials_version: row('credentials_version', '+', 1) }))
    .where('digest', '=', keptDigest)
    .where('account_id', '=', id)
    .execute()
  // First, as whoever issues a token holds its grant first. Their tokens go with them.
  const grants = await tx.query.deleteFrom('oauth_grant').where('account_id', '=', id).executeTakeFirst()
  const others = await tx.query
    .deleteFrom('credential')
    .where('account_id', '=', id)
    .where('digest', '<>', keptDigest)
    .executeTakeFirst()
  return Number(grants.numDeletedRows) + Number(others.numDeletedRows)
}

/**
 * The same, but the rows of credentials stay until they are swept: dead by their version, they tell that it was
 * not their owner who ended them.
 */
export async function endCredentialsBySuspension(
  tx: Transaction,
  id: string,
  suspension: Pick<AccountRow, 'suspended_at' | 'suspended_until' | 'suspension_reason'>,
): Promise<boolean> {
  return endByVersion(tx, id, suspension)
}

const changesSecrets = ({ password_hash, totp_secret }: CredentialsChange): boolean =>
  password_hash !== undefined || totp_secret !== undefined

/** False where there is no such account. */
async function endByVersion(tx: Transaction, id: string, change: CredentialsChange): Promise<boolean> {
  const { numUpdatedRows } = await tx.query
    .updateTable('account')
    .set((row) => ({
      ...change,
      credentials_version: row('credentials_version', '+', 1),
      ...(changesSecrets(change) && { secrets_version: row('secrets_version', '+', 1) }),
    }))
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tx.query.deleteFrom('pending_join').where('account_id', '=', id).execute()
  return true
}

/** Ends every token, grant and pending join of every account, those that are just being issued too. */
export async function endAllCredentials(tx: Transaction): Promise<void> {
  if (tx.dialect === 'postgres') {
    // Else a sweep, which deletes rows in another order, could wait for us and we for it.
    await sql`lock table oauth_grant, credential, pending_join in share row exclusive mode`.execute(tx.query)
  }
  await tx.query
    .updateTable('account')
    .set((row) => ({ credentials_version: row('credentials_version', '+', 1) }))
    .execute()
  await tx.query.deleteFrom('oauth_grant').execute()
  await tx.query.deleteFrom('credential').execute()
  await tx.query.deleteFrom('pending_join').execute()
}

/**
 * Changes that leave tokens alone; a secret that is changed by one ends links to choose a new password. False where
 * there is no such account; throws UniqueViolation for a taken e-mail.
 */
export async function updateAccount(
  db: Queries,
  id: string,
  change: CredentialsChange &
    Partial<Pick<AccountRow, 'email' | 'email_folded' | 'email_confirmed' | 'language'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db.query
    .updateTable('account')
    .set((row) => ({
      ...change,
      ...(changesSecrets(change) && { secrets_version: row('secrets_version', '+', 1) }),
    }))
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False where the account has one already. Locks the row until the transaction ends. */
export async function setFirstTotpSecret(tx: Transaction, id: string, totp_secret: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.query
    .updateTable('account')
    .set({ totp_secret })
    .where('id', '=', id)
    .where('totp_secret', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Puts a new hash in place of the one that was just proved, unless it has changed meanwhile. */
export async function replacePasswordHash(db: Queries, id: string, old: string, hash: string): Promise<void> {
  await db.query
    .updateTable('account')
    .set({ password_hash: hash })
    .where('id', '=', id)
    .where('password_hash', '=', old)
    .execute()
}

const remove = writes<Profile>('delete_account', 'delete from account where id = $1 returning id, username')

/** Deletes an account with all rows that belong to it, and returns it; undefined if it does not exist. */
export async function deleteAccountRow(tx: Transaction, id: string): Promise<Profile | undefined> {
  await deleteAttempts(tx, id)
  return first(tx, remove, [id])
}
