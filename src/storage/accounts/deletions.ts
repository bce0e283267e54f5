import { first, type Queries, type Transaction, writes } from '../engine/database.ts'
import { readsColumn, writesAny } from '../engine/queries.ts'
import { deleteAttempts } from '../records/attempts.ts'
import type { AccountRow } from '../schema/schema.ts'

/** Cancels the deletion. Returns false if none is scheduled or the account no longer exists. */
export const keepAccountRow = writesAny<[id: string], Transaction>(
  'keep_account',
  'update account set deletes_at = null where id = $1 and deletes_at is not null returning id',
)

/** A suspended account is not deleted before its suspension ends, because deleting it would end that, too. */
function isDue(now: string): string {
  return `deletes_at <= ${now} and (suspended_at is null or suspended_until <= ${now})`
}

/** Returns some of the accounts that are due for deletion. */
export const accountsToDelete = readsColumn<string, [now: number]>(
  'accounts_to_delete',
  `select id from account where ${isDue('$1')} order by deletes_at limit 100`,
)

const remove = writes<AccountRow>(
  'delete_account_when_due',
  `delete from account where id = $1 and ${isDue('$2')} returning *`,
)

/** Deletes the account. Returns undefined if that was cancelled, or it is suspended or gone. */
export async function deleteDueAccount(
  tx: Transaction,
  id: string,
  now: number,
): Promise<AccountRow | undefined> {
  const gone = await first(tx, remove, [id, now])
  if (gone) await deleteAttempts(tx, id)
  return gone
}

const used = readsColumn<string, [ids: readonly string[]]>(
  'used_account_ids',
  `select id from account where id = any_of($1) union all select id from deleted_account where id = any_of($1)
   union all select uuid as id from visitor where uuid = any_of($1)`,
)

/** Returns those UUIDs that belong, or belonged, to an account, or belong to a visitor. */
export const usedIds = async (db: Queries, ids: readonly string[]): Promise<Set<string>> =>
  new Set(await used(db, ids))
