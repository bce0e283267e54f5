import type { Account } from '../../model/account.ts'
import { endCredentialsBySuspension, updateAccount } from '../../storage/accounts.ts'
import type { Context } from '../context.ts'
import { accountById } from './find.ts'

type Needed = Pick<Context, 'db' | 'clock'>

export interface NewSuspension {
  /** Empty for none. */
  reason?: string | undefined
  /** Null for no end. */
  until?: number | null | undefined
}

/**
 * Ends every token, grant and pending join; they stay ended when the suspension is over. Of an account that is
 * suspended already, reason and end stay what they are where they are not given.
 */
export async function suspendAccount(
  context: Needed,
  account: Account,
  { reason, until }: NewSuspension,
): Promise<Account> {
  const before = account.suspension
  const suspended = {
    suspended_at: before?.at ?? context.clock(),
    suspended_until: (until === undefined ? before?.until : until) ?? null,
    suspension_reason: (reason ?? before?.reason) || null,
  }
  await context.db.transaction((tx) => endCredentialsBySuspension(tx, account.id, suspended))
  return accountById(context, account.id)
}

export async function restoreAccount(context: Needed, account: Account): Promise<Account> {
  const none = { suspended_at: null, suspended_until: null, suspension_reason: null }
  await updateAccount(context.db, account.id, none)
  return accountById(context, account.id)
}
