import { fold } from '../../lib/fold.ts'
import { type Account, isEmail } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import { updateAccount } from '../../storage/accounts.ts'
import { UniqueViolation } from '../../storage/database.ts'
import type { Context } from '../context.ts'
import { accountById } from './find.ts'

/** Tokens stay valid. Refuses with `email_malformed` or `email_taken`. */
export async function setEmail(
  context: Pick<Context, 'db' | 'clock'>,
  account: Account,
  email: string,
): Promise<Account> {
  if (!isEmail(email)) throw new Refused('email_malformed')
  try {
    await updateAccount(context.db, account.id, { email, email_folded: fold(email) })
  } catch (error) {
    if (error instanceof UniqueViolation) throw new Refused('email_taken', { cause: error })
    throw error
  }
  return accountById(context, account.id)
}
