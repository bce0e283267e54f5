import type { Account } from '../../model/account.ts'
import type { Actor } from '../../model/actor.ts'
import { Refused } from '../../model/refusal.ts'
import { endCredentialsBySuspension, updateAccount } from '../../storage/accounts.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { tellOwner } from '../mail.ts'
import { accountById } from './find.ts'

type Needed = Pick<Context, 'db' | 'clock' | 'log' | 'random' | 'secrets'>

/** Ends every token, grant and pending join; they stay ended when the suspension is over. */
export async function suspendAccount(
  context: Needed,
  by: Actor,
  account: Account,
  { reason, until }: { reason?: string; until?: number },
): Promise<Account> {
  const { id } = account
  const suspended = {
    suspended_at: context.clock(),
    suspended_until: until ?? null,
    suspension_reason: reason ?? null,
  }
  const details = {
    reason: reason ?? null,
    until: until === undefined ? null : new Date(until).toISOString(),
  }
  await context.db.transaction(async (tx) => {
    if (!(await endCredentialsBySuspension(tx, id, suspended))) throw new Refused('account_unknown')
    await record(context, tx, by, { event: 'account.suspended', account: id, details })
    const told = { ...(reason !== undefined && { reason }), ...(until !== undefined && { until }) }
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
