import { fold } from '../../lib/fold.ts'
import { type Account, isEmail } from '../../model/account.ts'
import type { Actor } from '../../model/actor.ts'
import { Refused } from '../../model/refusal.ts'
import { updateAccount } from '../../storage/accounts.ts'
import { type Transaction, UniqueViolation } from '../../storage/database.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { accountById } from './find.ts'

/** Tokens stay valid. Refuses with `email_malformed` or `email_taken`. */
export async function setEmail(
  context: Pick<Context, 'db' | 'clock' | 'random'>,
  by: Actor,
  account: Account,
  email: string,
): Promise<Account> {
  if (!isEmail(email)) throw new Refused('email_malformed')
  try {
    await context.db.transaction((tx) => setEmailIn(context, tx, by, account, email))
  } catch (error) {
    if (error instanceof UniqueViolation) throw new Refused('email_taken', { cause: error })
    throw error
  }
  return accountById(context, account.id)
}

/** As a part of a larger change; the e-mail is one. Throws UniqueViolation where it is taken. */
export async function setEmailIn(
  context: Pick<Context, 'clock' | 'random'>,
  tx: Transaction,
  by: Actor,
  { id }: Account,
  email: string,
): Promise<void> {
  const change = { email, email_folded: fold(email), email_confirmed: null }
  if (!(await updateAccount(tx, id, change))) throw new Refused('account_unknown')
  await record(context, tx, by, { event: 'account.email_changed', account: id, details: {} })
}
