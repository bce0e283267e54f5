import type { Account } from '../../model/account.ts'
import type { Actor } from '../../model/actor.ts'
import { deleteAccountRow } from '../../storage/accounts.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { keepAdministrator } from './roles.ts'

/** The account and everything that belongs to it is gone; its name and e-mail are free again. Throws Refused `last_administrator`. */
export async function deleteAccount(
  context: Pick<Context, 'db' | 'clock' | 'random'>,
  by: Actor,
  account: Account,
): Promise<void> {
  const { id, username } = account
  await context.db.transaction(async (tx) => {
    await keepAdministrator(context, tx, by, account)
    if (!(await deleteAccountRow(tx, id))) return
    await record(context, tx, by, { event: 'account.deleted', account: id, details: { username } })
  })
}
