import { type Account, isPassword } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import { endCredentials } from '../../storage/accounts.ts'
import type { Context } from '../context.ts'
import { accountById } from './find.ts'

/** Ends every token, grant and pending join. */
export async function setPassword(
  context: Pick<Context, 'db' | 'clock' | 'passwords'>,
  account: Account,
  password: string,
): Promise<Account> {
  if (!isPassword(password)) throw new Refused('password_malformed')
  const password_hash = await context.passwords.hash(password)
  await context.db.transaction((tx) => endCredentials(tx, account.id, { password_hash }))
  return accountById(context, account.id)
}
