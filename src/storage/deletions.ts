import type { Profile } from '../model/account.ts'
import { deleteAttempts } from './attempts.ts'
import { type Queries, reads, type Transaction, writes } from './database.ts'

const keep = writes<{ id: string }>(
  'keep_account',
  'update account set deletes_at = null where id = $1 and deletes_at is not null returning id',
)

/** False where the account is not to be deleted, or is gone. */
export async function keepAccountRow(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.run(keep, [id])).length === 1
}

const due = reads<{ id: string }>(
  'accounts_to_delete',
  'select id from account where deletes_at <= $1 order by deletes_at limit 100',
)

/** Some of those whose time is up. */
export async function accountsToDelete(db: Queries, now: number): Promise<string[]> {
  return (await db.run(due, [now])).map(({ id }) => id)
}

const remove = writes<Profile>(
  'delete_account_when_due',
  'delete from account where id = $1 and deletes_at <= $2 returning id, username',
)

/** Undefined where its owner has changed their mind, or it is gone already. */
export async function deleteDueAccount(
  tx: Transaction,
  id: string,
  now: number,
): Promise<Profile | undefined> {
  const [gone] = await tx.run(remove, [id, now])
  if (gone) await deleteAttempts(tx, id)
  return gone
}
