import type { Actor } from '../../model/actor.ts'
import { accountByKey, insertAccount } from '../../storage/accounts.ts'
import type { Transaction } from '../../storage/database.ts'
import type { AccountRow } from '../../storage/schema.ts'
import { newUuid } from '../accounts/new-uuid.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'

/** As NORN_UUIDS says; of a name that was somebody's before, who keeps the UUID that is made of it, a random one. */
export async function newAccountId(
  context: Pick<Context, 'config' | 'random'>,
  tx: Transaction,
  username: string,
): Promise<string> {
  const id = newUuid(context, username)
  return (await accountByKey(tx, { column: 'id', value: id })) ? context.random.uuid() : id
}

/** An account that a person has made. Throws UniqueViolation. */
export async function addAccount(
  context: Pick<Context, 'clock' | 'random'>,
  tx: Transaction,
  by: Actor,
  row: AccountRow,
): Promise<void> {
  await insertAccount(tx, row)
  const { id, username } = row
  await record(context, tx, by, { event: 'account.created', account: id, details: { username } })
}
