import { findAccount } from '../../domain/accounts/find.ts'
import type { Context } from '../../domain/context.ts'
import type { Account } from '../../model/accounts/account.ts'
import { CommandRefused } from '../line/command.ts'

/** Returns the account with a username, an email address or a UUID. Throws CommandRefused. */
export async function namedAccount(context: Context, text: string): Promise<Account> {
  const account = await findAccount(context, text)
  if (account) return account
  throw new CommandRefused(
    `there is no account ${JSON.stringify(text)}; "norn account list" shows all accounts`,
  )
}

/** Returns several accounts, each once. Throws CommandRefused, naming the first that does not exist. */
export async function namedAccounts(context: Context, texts: readonly string[]): Promise<Account[]> {
  const found = new Map<string, Account>()
  for (const text of texts) {
    const account = await namedAccount(context, text)
    found.set(account.id, account)
  }
  return [...found.values()]
}
