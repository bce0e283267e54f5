import { findAccount } from '../../domain/accounts/find.ts'
import type { Context } from '../../domain/context.ts'
import type { Account } from '../../model/account.ts'
import { CommandRefused } from '../line/command.ts'

/** The account with a username, an e-mail address or a UUID. Throws CommandRefused. */
export async function namedAccount(context: Context, text: string): Promise<Account> {
  const account = await findAccount(context, text)
  if (account) return account
  throw new CommandRefused(
    `there is no account ${JSON.stringify(text)}; "norn account list" shows all accounts`,
  )
}

/** Several of them, each once. Throws CommandRefused, naming the first that there is not. */
export async function namedAccounts(context: Context, texts: readonly string[]): Promise<Account[]> {
  const found = new Map<string, Account>()
  for (const text of texts) {
    const account = await namedAccount(context, text)
    found.set(account.id, account)
  }
  return [...found.values()]
}
