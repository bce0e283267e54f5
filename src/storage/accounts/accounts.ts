import { type Insertable, sql } from 'kysely'
import type { Profile } from '../../model/accounts/account.ts'
import { type CredentialsChange, changesSecrets } from '../credentials/end-credentials.ts'
import { first, type Queries, reads, type Transaction, writes } from '../engine/database.ts'
import { executes, writesAny, writesFirst } from '../engine/queries.ts'
import { changes, inserts } from '../engine/rows.ts'
import { deleteAttempts } from '../records/attempts.ts'
import type { AccountRow } from '../schema/rows/accounts.ts'
import { isSuspended } from './account-search.ts'
import { insertUsernameHistory } from './usernames.ts'

type AccountKey = { column: 'id' | 'username_folded' | 'email_folded'; value: string }

const byKey = (column: AccountKey['column']) =>
  reads<AccountRow>(`account_by_${column}`, `select * from account where ${column} = $1`)

const byColumn = {
  id: byKey('id'),
  username_folded: byKey('username_folded'),
  email_folded: byKey('email_folded'),
}

export const accountByKey = (db: Queries, { column, value }: AccountKey): Promise<AccountRow | undefined> =>
  first(db, byColumn[column], [value])

interface AccountPage {
  /** The id of the last account of the previous page, or empty for the first page. */
  after: string
  limit: number
  /** Part of the username or email address, folded. */
  part?: string | undefined
  id?: string | undefined
  /** Only players that are suspended at this instant, themselves or with their account. */
  suspendedAt?: number | undefined
  /** No characters. */
  withoutCharacters?: boolean
}

/** Returns accounts in the order of their ids. */
export function accountsAfter(
  db: Queries,
  { after, limit, part, id, suspendedAt, withoutCharacters }: AccountPage,
): Promise<AccountRow[]> {
  let query = db.query.selectFrom('account').selectAll().where('id', '>', after).orderBy('id').limit(limit)
  if (id !== undefined) query = query.where('id', '=', id)
  if (withoutCharacters) query = query.where('owner_id', 'is', null)
  if (part !== undefined) {
    const pattern = `%${part.replaceAll(/[!%_]/g, '!$&')}%`
    query = query.where(
      sql<boolean>`(username_folded like ${pattern} escape '!' or email_folded like ${pattern} escape '!')`,
    )
  }
  if (suspendedAt !== undefined) {
    query = query.where(sql<boolean>`(${isSuspended('account', suspendedAt)} or exists
        (select 1 from account as owner where owner.id = account.owner_id and ${isSuspended('owner', suspendedAt)}))`)
  }
  return query.execute()
}

const insert = inserts('account')

/** Inserts an account. Throws UniqueViolation if the id, name or email address is taken. */
export async function insertAccount(tx: Transaction, row: Insertable<AccountRow>): Promise<void> {
  await insert(tx, row)
  await insertUsernameHistory(tx, row.id, row.username, row.created_at)
}

/** Reads the row and locks it until the transaction ends: of two concurrent changes, the second sees the first. */
export const lockAccount = writesFirst<AccountRow, [id: string], Transaction>(
  'lock_account',
  'update account set deletes_at = deletes_at where id = $1 returning *',
)

const update = changes('account')

/**
 * Makes changes that leave tokens valid. If a secret changes, links to choose a new password end. Returns false if
 * there is no such account. Throws UniqueViolation if the email address is taken.
 */
export const updateAccount = (
  db: Queries,
  id: string,
  change: CredentialsChange &
    Partial<
      Pick<
        AccountRow,
        | 'email'
        | 'email_folded'
        | 'email_confirmed'
        | 'language'
        | 'uploads_suspended_at'
        | 'uploads_suspended_reason'
        | 'rules_version'
        | 'rules_accepted_at'
      >
    >,
): Promise<boolean> => update(db, id, change, changesSecrets(change) ? ['secrets_version'] : [])

/** Sets the secret and locks the row until the transaction ends. Returns false if the account already has one. */
export const setFirstTotpSecret = writesAny<[id: string, secret: string], Transaction>(
  'set_first_totp_secret',
  'update account set totp_secret = $2 where id = $1 and totp_secret is null returning id',
)

/** Replaces the hash that was just proved, unless it has changed meanwhile. */
export const replacePasswordHash = executes<[id: string, old: string, hash: string]>(
  'replace_password_hash',
  'update account set password_hash = $3 where id = $1 and password_hash = $2',
)

const remove = writes<Profile>('delete_account', 'delete from account where id = $1 returning id, username')

/** Deletes an account with all rows that belong to it, and returns it, or undefined if it does not exist. */
export async function deleteAccountRow(tx: Transaction, id: string): Promise<Profile | undefined> {
  await deleteAttempts(tx, id)
  return first(tx, remove, [id])
}
