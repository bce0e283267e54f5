import { type Account, isLanguage } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import { updateAccount } from '../../storage/accounts.ts'
import type { Context } from '../context.ts'
import { accountById } from './find.ts'

/** Refuses with `language_malformed`. */
export async function setLanguage(
  context: Pick<Context, 'db' | 'clock'>,
  account: Account,
  language: string,
): Promise<Account> {
  if (!isLanguage(language)) throw new Refused('language_malformed')
  if (!(await updateAccount(context.db, account.id, { language }))) throw new Refused('account_unknown')
  return accountById(context, account.id)
}
