import { type Account, isPassword } from '../../model/account.ts'
import type { Actor } from '../../model/actor.ts'
import { Refused } from '../../model/refusal.ts'
import { endCredentials } from '../../storage/accounts.ts'
import type { Transaction } from '../../storage/database.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { tellOwner } from '../mail.ts'
import { accountById } from './find.ts'

/** Ends every token, grant and pending join, but for the one credential with `keptDigest`. */
export async function setPassword(
  context: Pick<Context, 'db' | 'clock' | 'log' | 'random' | 'passwords' | 'secrets'>,
  by: Actor,
  account: Account,
  password: string,
  keptDigest?: string,
): Promise<Account> {
  if (!isPassword(password)) throw new Refused('password_malformed')
  const passwordHash = await context.passwords.hash(password)
  await context.db.transaction((tx) => setPasswordIn(context, tx, by, account, passwordHash, keptDigest))
  return accountById(context, account.id)
}

/** As a part of a larger change. */
export async function setPasswordIn(
  context: Pick<Context, 'clock' | 'log' | 'random' | 'secrets'>,
  tx: Transaction,
  by: Actor,
  account: Account,
  password_hash: string,
  keptDigest?: string,
): Promise<void> {
  const { id } = account
  if ((await endCredentials(tx, id, { password_hash }, keptDigest)) === undefined) {
    throw new Refused('account_unknown')
  }
  await record(context, tx, by, { event: 'account.password_changed', account: id, details: {} })
  await tellOwner(context, tx, account, { about: 'password_changed' })
}
