import { isoTime } from '../../lib/text/instant.ts'
import type { Account } from '../../model/accounts/account.ts'
import { type Actor, systemActor } from '../../model/accounts/actor.ts'
import { accountsToDelete, deleteDueAccount, keepAccountRow } from '../../storage/accounts/deletions.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import { holdName } from '../names/owner.ts'
import { toAccount } from './account-row.ts'
import { lockedAccount } from './find.ts'
import { keepAdministrator } from './roles.ts'

/**
 * Schedules the deletion of an account, and ends all tokens, grants, sessions and pending joins. Within
 * NORN_DELETION_GRACE its owner or an administrator may cancel it. A deletion that was scheduled before keeps its time.
 * Throws Refused `last_administrator`.
 */
export async function requestDeletion(context: ChangeContext, by: Actor, account: Account): Promise<void> {
  const { id } = account
  const deletes_at = context.clock() + context.config.deletionGrace
  const details = { at: isoTime(deletes_at) }
  await change(context, by, async (tx) => {
    await keepAdministrator(context, tx, by, account)
    const row = await lockedAccount(tx, id)
    if (row.deletes_at !== null) return { events: [] }
    await endCredentials(tx, id, { deletes_at })
    return { events: [{ event: 'account.deletion_requested', account: id, details }] }
  })
}

/** Cancels the deletion. Returns false if none was scheduled. */
export function cancelDeletion(context: ChangeContext, by: Actor, { id }: Account): Promise<boolean> {
  return change(context, by, async (tx) => {
    if (!(await keepAccountRow(tx, id))) return { events: [], result: false }
    return { events: [{ event: 'account.deletion_cancelled', account: id, details: {} }], result: true }
  })
}

/** Deletes the accounts whose grace period is over. Their names are held, and their email addresses are free again. */
export async function deleteDueAccounts(context: ChangeContext): Promise<void> {
  const { clock, db } = context
  for (let due = await accountsToDelete(db, clock()); due.length > 0; ) {
    for (const id of due) {
      await change(context, systemActor, async (tx) => {
        const gone = await deleteDueAccount(tx, id, clock())
        if (!gone) return { events: [] }
        await holdName(context, tx, gone.username, id)
        const owner = toAccount(gone, clock())
        const details = { username: owner.username }
        return { events: [{ event: 'account.deleted', account: id, details, owner }] }
      })
    }
    due = await accountsToDelete(db, clock())
  }
}
