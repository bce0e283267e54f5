import { isoTimeOrNull } from '../../lib/instant.ts'
import type { Account } from '../../model/account.ts'
import type { Actor } from '../../model/actor.ts'
import { Refused } from '../../model/refusal.ts'
import { endCredentialsBySuspension, updateAccount } from '../../storage/accounts.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { tellOwner } from '../mail.ts'
import { accountById } from './find.ts'
import { keepAdministrator } from './roles.ts'

type Needed = Pick<Context, 'db' | 'clock' | 'log' | 'random' | 'secrets'>

export interface NewSuspension {
  /** Empty for none. */
  reason?: string | undefined
  /** Null for no end. */
  until?: number | null | undefined
}

/**
 * Ends every token, grant and pending join; they stay ended when the suspension is over. Of an account that is
 * suspended already, reason and end stay what they are where they are not given. Throws Refused `last_administrator`.
 */
export async function suspendAccount(
  context: Needed,
  by: Actor,
  account: Account,
  { reason, until }: NewSuspension,
): Promise<Account> {
  const { id, suspension: before } = account
  const suspended = {
    suspended_at: before?.at ?? context.clock(),
    suspended_until: (until === undefined ? before?.until : until) ?? null,
    suspension_reason: (reason ?? before?.reason) || null,
  }
  const { suspended_until: end, suspension_reason } = suspended
  const details = { reason: suspension_reason, until: isoTimeOrNull(end) }
  await context.db.transaction(async (tx) => {
    await keepAdministrator(context, tx, by, account)
    if (!(await endCredentialsBySuspension(tx, id, suspended))) throw new Refused('account_unknown')
    await record(context, tx, by, { event: 'account.suspended', account: id, details })
    const told = {
      ...(suspension_reason !== null && { reason: suspension_reason }),
      ...(end !== null && { until: end }),
    }
    await tellOwner(context, tx, account, { about: 'suspended', ...told })
  })
  return accountById(context, id)
}

export async function restoreAccount(context: Needed, by: Actor, account: Account): Promise<Account> {
  const { id } = account
  const none = { suspended_at: null, suspended_until: null, suspension_reason: null }
  await context.db.transaction(async (tx) => {
    if (!(await updateAccount(tx, id, none))) throw new Refused('account_unknown')
    await record(context, tx, by, { event: 'account.restored', account: id, details: {} })
    await tellOwner(context, tx, account, { about: 'restored' })
  })
  return accountById(context, id)
}
