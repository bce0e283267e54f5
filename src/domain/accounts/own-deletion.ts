import { isoTime } from '../../lib/instant.ts'
import type { Account } from '../../model/account.ts'
import { type Actor, systemActor } from '../../model/actor.ts'
import { Refused } from '../../model/refusal.ts'
import { endCredentials } from '../../storage/accounts.ts'
import { accountsToDelete, deleteDueAccount, keepAccountRow } from '../../storage/deletions.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { tellOwner } from '../mail.ts'
import { keepAdministrator } from './roles.ts'

type Needed = Pick<Context, 'db' | 'clock' | 'random'>
type Telling = Needed & Pick<Context, 'log' | 'secrets'>

/** Ends every token, grant, session and pending join; until NORN_DELETION_GRACE is over its owner may change their mind. Throws Refused `last_administrator`. */
export async function requestDeletion(
  context: Telling & Pick<Context, 'config'>,
  by: Actor,
  account: Account,
): Promise<void> {
  const { id } = account
  const deletes_at = context.clock() + context.config.deletionGrace
  const details = { at: isoTime(deletes_at) }
  await context.db.transaction(async (tx) => {
    await keepAdministrator(context, tx, by, account)
    if ((await endCredentials(tx, id, { deletes_at })) === undefined) throw new Refused('account_unknown')
    await record(context, tx, by, { event: 'account.deletion_requested', account: id, details })
    await tellOwner(context, tx, account, { about: 'deletion_requested', at: deletes_at })
  })
}

/** False where the account is not to be deleted. */
export async function cancelDeletion(context: Telling, by: Actor, account: Account): Promise<boolean> {
  const { id } = account
  return context.db.transaction(async (tx) => {
    if (!(await keepAccountRow(tx, id))) return false
    await record(context, tx, by, { event: 'account.deletion_cancelled', account: id, details: {} })
    await tellOwner(context, tx, account, { about: 'deletion_cancelled' })
    return true
  })
}

/** Deletes the accounts whose owners have not changed their minds in time; their names and e-mails are free again. */
export async function deleteDueAccounts(context: Needed): Promise<void> {
  const { clock, db } = context
  for (let due = await accountsToDelete(db, clock()); due.length > 0; ) {
    for (const id of due) {
      await db.transaction(async (tx) => {
        const gone = await deleteDueAccount(tx, id, clock())
        if (!gone) return
        const details = { username: gone.username }
        await record(context, tx, systemActor, { event: 'account.deleted', account: id, details })
      })
    }
    due = await accountsToDelete(db, clock())
  }
}
