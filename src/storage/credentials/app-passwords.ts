import type { Queries, Transaction } from '../engine/database.ts'
import { executes, readsAll, readsAny, writesFirst } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { AppPasswordRow } from '../schema/rows/credentials.ts'

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
  const gone = await remove(tx, accountId, id)
  // Joins that are being stored at this moment are refused by the condition of hasJoined.
  if (gone) await deleteJoins(tx, gone.player_id ?? accountId, id)
  return gone
}

const remove = writesFirst<AppPasswordRow, [accountId: string, id: string]>(
  'delete_app_password',
  'delete from app_password where account_id = $1 and id = $2 returning *',
)

const deleteJoins = executes<[accountId: string, id: string]>(
  'delete_joins_of_app_password',
  'delete from pending_join where account_id = $1 and app_password_id = $2',
)

/** Deletes all app passwords of an account, or those that sign in a character. Its tokens and pending joins must have ended already. */
export const deleteAppPasswordsOf = executes<[accountId: string], Transaction>(
  'delete_app_passwords_of_account',
  'delete from app_password where account_id = $1 or player_id = $1',
)

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
