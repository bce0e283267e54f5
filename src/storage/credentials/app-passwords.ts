import type { Queries, Transaction } from '../engine/database.ts'
import { executes, readsAll, readsAny } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { AppPasswordRow } from '../schema/schema.ts'

/** Returns the account's app passwords, the oldest first. */
export const appPasswordsOf = readsAll<AppPasswordRow, [accountId: string]>(
  'app_passwords_of_account',
  'select * from app_password where account_id = $1 order by created_at, id',
)

export const insertAppPassword = inserts('app_password')

/** Returns false once the app password has ended. */
export const isAppPassword = readsAny<[id: string]>(
  'is_app_password',
  'select id from app_password where id = $1',
)

/**
 * Deletes an app password, with the tokens that were issued with it, refreshed ones too, and their pending joins.
 * Returns undefined if the account does not have it.
 */
export async function deleteAppPassword(
  tx: Transaction,
  accountId: string,
  id: string,
): Promise<AppPasswordRow | undefined> {
  const gone = await tx.query
    .deleteFrom('app_password')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst()
  if (!gone) return undefined
  // Joins that are being stored at this moment are refused by the condition of hasJoined.
  await tx.query
    .deleteFrom('pending_join')
    .where('account_id', '=', accountId)
    .where('app_password_id', '=', id)
    .execute()
  return gone
}

/** Deletes all app passwords of an account. Its tokens and pending joins must have ended already. */
export async function deleteAppPasswordsOf(tx: Transaction, accountId: string): Promise<void> {
  await tx.query.deleteFrom('app_password').where('account_id', '=', accountId).execute()
}

/** A use of an app password. */
interface AppPasswordUse {
  id: string
  /** Under the newest key. */
  digest: string
  at: number
  /** If undefined, the stored value stays. */
  userAgent: string | undefined
  address: string
}

const setUsed = executes<[id: string, digest: string, at: number, userAgent: string | null, address: string]>(
  'set_app_password_used',
  `update app_password set digest = $2, last_used_at = $3,
     user_agent = coalesce(cast($4 as text), user_agent), address = $5
   where id = $1`,
)

export const setAppPasswordUsed = (
  db: Queries,
  { id, digest, at, userAgent, address }: AppPasswordUse,
): Promise<void> => setUsed(db, id, digest, at, userAgent ?? null, address)
