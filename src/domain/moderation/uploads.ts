import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { requireRule } from '../../model/errors/families.ts'
import { updateAccount } from '../../storage/accounts/accounts.ts'
import { accountById, lockedPlayer } from '../accounts/find.ts'
import { suspenderOf } from '../accounts/roles.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'

/**
 * Suspends the uploads of a player's account with all its players; wearing and playing stay as they are. If they are suspended
 * already, only a reason that is given changes. Returns the account. Throws Refused `malformed` `reason`, `role_missing`,
 * `account_unknown`.
 */
export async function suspendUploads(
  context: ChangeContext,
  by: Actor,
  player: Account,
  { reason }: { reason?: string | null | undefined } = {},
): Promise<Account> {
  requireRule('reason', 'reason', reason)
  const id = await change(context, by, async (tx) => {
    const { account } = await lockedPlayer(tx, player)
    await suspenderOf(tx, by, { account: account.id, suspension: undefined })
    const before = account.uploads_suspended_at
    const why = (reason ?? account.uploads_suspended_reason) || null
    if (before !== null && why === account.uploads_suspended_reason) return { events: [], result: account.id }
    const at = before ?? context.clock()
    await updateAccount(tx, account.id, { uploads_suspended_at: at, uploads_suspended_reason: why })
    const event = {
      event: 'account.uploads_suspended',
      account: account.id,
      details: { reason: why },
    } as const
    return { events: [event], result: account.id }
  })
  return accountById(context, id)
}

/** Ends the suspension of uploads. Does nothing if there is none. Returns the account. Throws Refused `role_missing`. */
export async function allowUploads(context: ChangeContext, by: Actor, player: Account): Promise<Account> {
  const id = await change(context, by, async (tx) => {
    const { account } = await lockedPlayer(tx, player)
    await suspenderOf(tx, by, { account: account.id, suspension: undefined })
    if (account.uploads_suspended_at === null) return { events: [], result: account.id }
    await updateAccount(tx, account.id, { uploads_suspended_at: null, uploads_suspended_reason: null })
    const event = { event: 'account.uploads_allowed', account: account.id, details: {} } as const
    return { events: [event], result: account.id }
  })
  return accountById(context, id)
}
