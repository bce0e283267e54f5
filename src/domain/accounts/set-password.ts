import { type Account, isPassword } from '../../model/account.ts'
import type { Actor } from '../../model/actor.ts'
import { Refused } from '../../model/refusal.ts'
import { endCredentials } from '../../storage/accounts.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { tellOwner } from '../mail.ts'
import { accountById } from './find.ts'

/** Ends every token, grant and pending join. */
export async function setPassword(
  context: Pick<Context, 'db' | 'clock' | 'log' | 'random' | 'passwords' | 'secrets'>,
  by: Actor,
  account: Account,
  password: string,
): Promise<Account> {
  const { id } = account
  if (!isPassword(password)) throw new Refused('password_malformed')
  const password_hash = await context.passwords.hash(password)
  await context.db.transaction(async (tx) => {
    if ((await endCredentials(tx, id, { password_hash })) === undefined) throw new Refused('account_unknown')
    await record(context, tx, by, { event: 'account.password_changed', account: id, details: {} })
    await tellOwner(context, tx, account, { about: 'password_changed' })
  })
  return accountById(context, id)
}
