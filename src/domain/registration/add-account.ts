import type { Actor } from '../../model/actor.ts'
import { insertAccount } from '../../storage/accounts.ts'
import type { Transaction } from '../../storage/database.ts'
import type { AccountRow } from '../../storage/schema.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'

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
