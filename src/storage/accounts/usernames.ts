import { fold } from '../../lib/text/fold.ts'
import type { Queries, Transaction } from '../engine/database.ts'
import { readsAll, readsNumber, readsValue } from '../engine/queries.ts'

export function usernamesByIds(
  db: Queries,
  ids: readonly string[],
): Promise<{ id: string; username: string }[]> {
  return db.query.selectFrom('account').select(['id', 'username']).where('id', 'in', ids).execute()
}

/** Renames an account. Throws UniqueViolation if the name has another owner. */
export async function updateUsername(
  tx: Transaction,
  id: string,
  name: { username: string; username_folded: string },
): Promise<void> {
  await tx.query.updateTable('account').set(name).where('id', '=', id).execute()
}

/** Returns when the account last changed its name, or 0 if it still has its first. */
export const usernameChangedAt = readsNumber<[id: string]>(
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

export const usernamesOf = readsAll<{ username: string; changed_at: number }, [id: string]>(
  'usernames_of_account',
  'select username, changed_at from username_history where account_id = $1 order by changed_at',
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
