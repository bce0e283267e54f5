import type { Actor } from '../../model/accounts/actor.ts'
import { insertAccount } from '../../storage/accounts/accounts.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { record } from '../audit/record.ts'
import type { ChangeContext } from '../context.ts'
import { prepareName } from '../names/owner.ts'

/**
 * Adds an account that a user has registered. Throws UniqueViolation, and Refused `username_taken` or `username_held`.
 */
export async function addAccount(
  context: ChangeContext,
  tx: Transaction,
  by: Actor,
  row: AccountRow,
): Promise<void> {
  const { id, username, rules_version: version } = row
  await prepareName(context, tx, username, { id })
  await insertAccount(tx, row)
  await record(context, tx, by, { event: 'account.created', account: id, details: { username } })
  if (version !== null) {
    await record(context, tx, by, { event: 'account.rules_accepted', account: id, details: { version } })
  }
}
