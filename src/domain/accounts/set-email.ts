import { fold } from '../../lib/text/fold.ts'
import { type Account, isEmail } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { updateAccount } from '../../storage/accounts/accounts.ts'
import { deleteEmailChanges } from '../../storage/accounts/email-changes.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { deleteEmailUndos } from '../../storage/sign-in/change-undos.ts'
import { change, ifTaken } from '../change.ts'
import { lockedOwner } from '../characters/account-only.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import { toAccount } from './account-row.ts'
import { accountById } from './find.ts'

/** Changes the email address. Tokens stay valid. Throws Refused `email_malformed`, `email_taken`, `account_only`. */
export async function setEmail(
  context: ChangeContext,
  by: Actor,
  account: Account,
  email: string,
): Promise<Account> {
  if (!isEmail(email)) throw new Refused('email_malformed')
  await change(context, by, async (tx) => ({ events: await setEmailIn(context, tx, account, email) })).catch(
    ifTaken('email_taken'),
  )
  return accountById(context, account.id)
}

/**
 * Changes the email address as part of a larger change and returns the events, of which there are none if it stays the
 * same. Ends the owner's own links to another address, new or former, because they were made before an operator decided. The address must be well-formed. Throws UniqueViolation if it is taken, and Refused `account_only`.
 */
export async function setEmailIn(
  { clock }: ReadContext,
  tx: Transaction,
  { id }: Account,
  email: string,
): Promise<AuditEvent[]> {
  const before = await lockedOwner(tx, id)
  if (before.email === email) return []
  await updateAccount(tx, id, { email, email_folded: fold(email), email_confirmed: null })
  await deleteEmailChanges(tx, id)
  await deleteEmailUndos(tx, id)
  const owner = toAccount(before, clock())
  return [{ event: 'account.email_changed', account: id, details: {}, owner }]
}
