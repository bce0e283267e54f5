import { first, type Queries, reads, type Transaction, writes } from '../engine/database.ts'
import { deleteAttempts } from '../records/attempts.ts'
import type { AccountRow } from '../schema/schema.ts'

const keep = writes<{ id: string }>(
  'keep_account',
  'update account set deletes_at = null where id = $1 and deletes_at is not null returning id',
)

/** False where the account is not to be deleted, or is gone. */
export async function keepAccountRow(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.run(keep, [id])).length === 1
}

/** A suspended account stays until its suspension ends: deleting it would end that, too. */
function isDue(now: string): string {
  return `deletes_at <= ${now} and (suspended_at is null or suspended_until <= ${now})`
}

const due = reads<{ id: string }>(
  'accounts_to_delete',
  `select id from account where ${isDue('$1')} order by deletes_at limit 100`,
)

/** Some of those whose time is up. */
export async function accountsToDelete(db: Queries, now: number): Promise<string[]> {
  return (await db.run(due, [now])).map(({ id }) => id)
}

const remove = writes<AccountRow>(
  'delete_account_when_due',
  `delete from account where id = $1 and ${isDue('$2')} returning *`,
)

/** Undefined where its owner has changed their mind, it was suspended meanwhile, or is gone already. */
export async function deleteDueAccount(
  tx: Transaction,
  id: string,
  now: number,
): Promise<AccountRow | undefined> {
  const gone = await first(tx, remove, [id, now])
  if (gone) await deleteAttempts(tx, id)
  return gone
}

const used = reads<{ id: string }>(
  'used_account_ids',
  `select id from account where id = any_of($1) union all select id from deleted_account where id = any_of($1)`,
)

/** Returns those UUIDs that belong, or belonged, to an account. */
export async function usedIds(db: Queries, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await db.run(used, [ids])).map(({ id }) => id))
}
