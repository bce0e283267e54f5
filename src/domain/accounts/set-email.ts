import { fold } from '../../lib/fold.ts'
import { type Account, isEmail } from '../../model/account.ts'
import type { Actor } from '../../model/actor.ts'
import { Refused } from '../../model/refusal.ts'
import { updateAccount } from '../../storage/accounts.ts'
import { UniqueViolation } from '../../storage/database.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { accountById } from './find.ts'

/** Tokens stay valid. Refuses with `email_malformed` or `email_taken`. */
export async function setEmail(
  context: Pick<Context, 'db' | 'clock' | 'random'>,
  by: Actor,
  { id }: Account,
  email: string,
): Promise<Account> {
  if (!isEmail(email)) throw new Refused('email_malformed')
  try {
    await context.db.transaction(async (tx) => {
      const change = { email, email_folded: fold(email), email_confirmed: null }
      if (!(await updateAccount(tx, id, change))) {
        throw new Refused('account_unknown')
      }
      await record(context, tx, by, { event: 'account.email_changed', account: id, details: {} })
    })
  } catch (error) {
    if (error instanceof UniqueViolation) throw new Refused('email_taken', { cause: error })
    throw error
  }
  return accountById(context, id)
}
