import type { Account } from '../../model/account.ts'
import { endCredentialsBySuspension, updateAccount } from '../../storage/accounts.ts'
import type { Context } from '../context.ts'
import { accountById } from './find.ts'

type Needed = Pick<Context, 'db' | 'clock'>

/** Ends every token, grant and pending join; they stay ended when the suspension is over. */
export async function suspendAccount(
  context: Needed,
  account: Account,
  suspension: { reason?: string; until?: number },
): Promise<Account> {
  const suspended = {
    suspended_at: context.clock(),
    suspended_until: suspension.until ?? null,
    suspension_reason: suspension.reason ?? null,
  }
  await context.db.transaction((tx) => endCredentialsBySuspension(tx, account.id, suspended))
  return accountById(context, account.id)
}

export async function restoreAccount(context: Needed, account: Account): Promise<Account> {
  const none = { suspended_at: null, suspended_until: null, suspension_reason: null }
  await updateAccount(context.db, account.id, none)
  return accountById(context, account.id)
}
