import { isoTimeOrNull } from '../../lib/text/instant.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { requireRule } from '../../model/errors/families.ts'
import type { Changes } from '../../model/fields/field.ts'
import type { suspensionFields } from '../../model/fields/suspension.ts'
import { updateAccount } from '../../storage/accounts/accounts.ts'
import { endCredentialsBySuspension } from '../../storage/credentials/end-credentials.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import { toAccount } from './account-row.ts'
import { accountById, lockedAccount } from './find.ts'
import { keepAdministrator, suspenderOf } from './roles.ts'

export type NewSuspension = Changes<typeof suspensionFields>

/**
 * Suspends an account and ends all tokens, grants and pending joins, which stay ended after the suspension. If the
 * account is already suspended, the reason and the end only change if they are given, and nothing happens if neither
 * is. Throws Refused `malformed`, `last_administrator`, `role_missing`.
 */
export async function suspendAccount(
  context: ChangeContext,
  by: Actor,
  account: Account,
  { reason, until }: NewSuspension,
): Promise<Account> {
  const { id } = account
  requireRule('reason', 'reason', reason)
  await change(context, by, async (tx) => {
    await keepAdministrator(context, tx, by, account)
    const row = await lockedAccount(tx, id)
    const before = toAccount(row, context.clock()).suspension
    const suspended_by = await suspenderOf(tx, by, { account: id, suspension: before })
    const end = (until === undefined ? before?.until : until) ?? null
    const suspension_reason = (reason ?? before?.reason) || null
    const isSame = end === (before?.until ?? null) && suspension_reason === (before?.reason ?? null)
    if (before && isSame) return { events: [] }
    const suspended_at = before?.at ?? context.clock()
    const suspension = { suspended_at, suspended_until: end, suspension_reason, suspended_by }
    await endCredentialsBySuspension(tx, id, suspension)
    const details = { reason: suspension_reason, until: isoTimeOrNull(end) }
    return { events: [{ event: 'account.suspended', account: id, details }] }
  })
  return accountById(context, id)
}

/** Ends a suspension. Does nothing if the account is not suspended. Throws Refused `role_missing`. */
export async function restoreAccount(context: ChangeContext, by: Actor, { id }: Account): Promise<Account> {
  const none = { suspended_at: null, suspended_until: null, suspension_reason: null, suspended_by: null }
  await change(context, by, async (tx) => {
    const row = await lockedAccount(tx, id)
    const { suspension } = toAccount(row, context.clock())
    await suspenderOf(tx, by, { account: id, suspension })
    if (!suspension) return { events: [] }
    await updateAccount(tx, id, none)
    return { events: [{ event: 'account.restored', account: id, details: {} }] }
  })
  return accountById(context, id)
}
