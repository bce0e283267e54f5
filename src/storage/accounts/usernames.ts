import { offlineUuid } from '../../lib/crypto/uuid.ts'
import { fold } from '../../lib/text/fold.ts'
import type { Queries, Transaction } from '../engine/database.ts'
import { executes, readsAll, readsNumber, readsValue } from '../engine/queries.ts'
import { changes } from '../engine/rows.ts'
import type { AccountRow, UsernameHistoryRow } from '../schema/rows/accounts.ts'

export const usernamesByIds = readsAll<{ id: string; username: string }, [ids: readonly string[]]>(
  'usernames_by_ids',
  'select id, username from account where id = any_of($1)',
)

type UsernameColumns = Pick<
  AccountRow,
  'username' | 'username_folded' | 'offline_uuid' | 'offline_uuid_lower'
>

/** Returns all that a row has from the username. Nothing else writes these columns. */
export function usernameColumns(username: string): UsernameColumns {
  const folded = fold(username)
  const [own, lower] = [offlineUuid(username), offlineUuid(folded)]
  return { username, username_folded: folded, offline_uuid: own, offline_uuid_lower: lower }
}

const update = changes('account')

/** Renames an account. Throws UniqueViolation if the name has another owner. */
export async function updateUsername(tx: Transaction, id: string, username: string): Promise<void> {
  await update(tx, id, usernameColumns(username))
}

/** Returns when the account last changed its name, or 0 if it still has its first. */
export const usernameChangedAt = readsNumber<[id: string]>(
  'username_changed_at',
  `select changed_at from username_history join account on account.id = account_id
   where account_id = $1 and changed_at > created_at order by changed_at desc limit 1`,
)

export const insertUsernameHistory = executes<[id: string, username: string, changedAt: number]>(
  'insert_username_history',
  `insert into username_history (account_id, username, changed_at) values ($1, $2, $3)
   on conflict do nothing`,
)

// If an account took two names in one instant, its present name is the newer one.
const currentLast =
  'order by changed_at, username_history.username = account.username, username_history.username'

export const usernamesOf = readsAll<{ username: string; changed_at: number }, [id: string]>(
  'usernames_of_account',
  `select username_history.username, changed_at from username_history join account on account.id = account_id
   where account_id = $1 ${currentLast}`,
)

const formerOwnerOf = readsValue<string, [folded: string]>(
  'former_owner',
  `select account.username from username_history join account on account.id = account_id
   where lower(username_history.username) = $1 order by changed_at desc limit 1`,
)

/** Returns the current username of the account that last had this name, in any letter case. */
export const formerOwner = (db: Queries, username: string): Promise<string | undefined> =>
  formerOwnerOf(db, fold(username))

/** Returns the names of several accounts, the oldest of each first. */
export const usernamesOfAll = readsAll<UsernameHistoryRow, [ids: readonly string[]]>(
  'usernames_of_accounts',
  `select username_history.* from username_history join account on account.id = account_id
   where account_id = any_of($1) ${currentLast}`,
)
