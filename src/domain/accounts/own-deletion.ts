import { isoTime } from '../../lib/text/instant.ts'
import type { Account } from '../../model/accounts/account.ts'
import { type Actor, systemActor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { lockAccount } from '../../storage/accounts/accounts.ts'
import { deleteCharactersLater, dropPrimary, keepCharacters } from '../../storage/accounts/characters.ts'
import { accountsToDelete, deleteDueAccount, keepAccountRow } from '../../storage/accounts/deletions.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import { holdName } from '../names/owner.ts'
import { toAccount } from './account-row.ts'
import { lockedToDelete, type WithCharacters } from './delete.ts'
import { lockedPlayer } from './find.ts'
import { keepAdministrator } from './roles.ts'

/**
 * Schedules the deletion of an account with all its players, or of a character, which gives up being the primary one.
 * Ends all their tokens, grants, sessions and pending joins. Within NORN_DELETION_GRACE its owner or an administrator may
 * cancel it. A deletion that was scheduled before keeps its time. Throws Refused `last_administrator`,
 * `character_suspended`, and `has_characters` unless these may go with it.
 */
export async function requestDeletion(
  context: ChangeContext,
  by: Actor,
  account: Account,
  options: WithCharacters = {},
): Promise<void> {
  const { id } = account
  await change(context, by, async (tx) => {
    await keepAdministrator(context, tx, by, account)
    const { row, characters } = await lockedToDelete(context, tx, by, account, options)
    if (row.deletes_at !== null) return { events: [] }
    const deletes_at = ownInstant(characters, context.clock() + context.config.deletionGrace)
    await endCredentials(tx, id, { deletes_at })
    if (row.owner_id === null) await deleteCharactersLater(tx, id, deletes_at)
    else await dropPrimary(tx, row.owner_id, id)
    const details = { at: isoTime(deletes_at) }
    return { events: [{ event: 'account.deletion_requested', account: id, details }] }
  })
}

/** The characters that share the account's instant come back with it, so no other one may have it. */
function ownInstant(characters: readonly AccountRow[], at: number): number {
  const taken = new Set(characters.map(({ deletes_at }) => deletes_at))
  let own = at
  while (taken.has(own)) own++
  return own
}

/**
 * Cancels the deletion, and that of the characters that were to go with the account. Returns false if none was scheduled.
 * Throws Refused `account_only` for a character whose account is to be deleted.
 */
export function cancelDeletion(context: ChangeContext, by: Actor, account: Account): Promise<boolean> {
  const { id } = account
  return change(context, by, async (tx) => {
    const { row, account: owner } = await lockedPlayer(tx, account)
    const { deletes_at: deletesAt } = row
    if (row.owner_id !== null && owner.deletes_at !== null) {
      const sentence = `The player ${row.username} is to be deleted with its account, ${owner.username}. Keep that account instead.`
      throw new Refused('account_only', { about: row, sentence })
    }
    if (deletesAt === null || !(await keepAccountRow(tx, id))) return { events: [], result: false }
    await keepCharacters(tx, id, deletesAt)
    return { events: [{ event: 'account.deletion_cancelled', account: id, details: {} }], result: true }
  })
}

/**
 * Deletes the accounts and characters whose grace period is over, characters before their account. Their names are held,
 * and their email addresses are free again.
 */
export async function deleteDueAccounts(context: ChangeContext): Promise<void> {
  const { clock, db } = context
  for (let due = await accountsToDelete(db, clock()); due.length > 0; ) {
    for (const { id, owner_id: ownerId } of due) {
      await change(context, systemActor, async (tx) => {
        // A suspension of the account at this moment comes first, or finds the character gone; so does a new character.
        await lockAccount(tx, ownerId ?? id)
        const gone = await deleteDueAccount(tx, id, clock())
        if (!gone) return { events: [] }
        await holdName(context, tx, gone.username, gone.owner_id ?? id)
        const owner = toAccount(gone, clock())
        const details = { username: owner.username }
        return { events: [{ event: 'account.deleted', account: id, details, owner }] }
      })
    }
    due = await accountsToDelete(db, clock())
  }
}
