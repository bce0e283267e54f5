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
