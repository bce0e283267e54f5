import { first, type Queries, type Transaction, writes } from '../engine/database.ts'
import { readsAll, readsColumn, writesAny } from '../engine/queries.ts'
import { deleteAttempts } from '../records/attempts.ts'
import type { AccountRow } from '../schema/rows/accounts.ts'

/** Cancels the deletion. Returns false if none is scheduled or the account no longer exists. */
export const keepAccountRow = writesAny<[id: string], Transaction>(
  'keep_account',
  'update account set deletes_at = null where id = $1 and deletes_at is not null returning id',
)

/**
 * A suspended account is not deleted before its suspension ends, because deleting it would end that, too. A character
 * waits for the end of its account's as well, and an account until it has no character.
 */
function isDue(now: string): string {
  const acts = (player: string) => `(${player}.suspended_at is null or ${player}.suspended_until <= ${now})`
  return `account.deletes_at <= ${now} and ${acts('account')}
    and not exists (select 1 from account as character where character.owner_id = account.id)
    and (account.owner_id is null
      or exists (select 1 from account as owner where owner.id = account.owner_id and ${acts('owner')}))`
}

/** Returns some of the accounts and characters that are due for deletion. */
export const accountsToDelete = readsAll<Pick<AccountRow, 'id' | 'owner_id'>, [now: number]>(
  'accounts_to_delete',
  `select id, owner_id from account where ${isDue('$1')} order by deletes_at limit 100`,
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
