import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { deleteAccountRow, lockAccount } from '../../storage/accounts/accounts.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import { holdName } from '../names/owner.ts'
import { toAccount } from './account-row.ts'
import { keepAdministrator } from './roles.ts'

/**
 * Deletes an account and everything that belongs to it. Its name is held, and its email address is free again. Throws
 * Refused `last_administrator`.
 */
export async function deleteAccount(context: ChangeContext, by: Actor, account: Account): Promise<void> {
  const { id } = account
  await change(context, by, async (tx) => {
    await keepAdministrator(context, tx, by, account)
    const row = await lockAccount(tx, id)
    if (!row) return { events: [] }
    await deleteAccountRow(tx, id)
    await holdName(context, tx, row.username, id)
    const owner = toAccount(row, context.clock())
    const details = { username: owner.username }
    return { events: [{ event: 'account.deleted', account: id, details, owner }] }
  })
}
