import { type Account, isPassword } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { endAccessIn, nothingEnded } from '../access/outliving.ts'
import { askerOf } from '../asker.ts'
import { change } from '../change.ts'
import { lockedOwner } from '../characters/account-only.ts'
import type { ChangeContext, PasswordContext } from '../context.ts'
import { accountById } from './find.ts'

/**
 * Changes the password and ends all tokens, grants and pending joins, except for the credential with `keptDigest`, and
 * what `ended` names of that which outlives them. Throws Refused `password_malformed`, `account_only`, `account_unknown`.
 */
export async function setPassword(
  context: ChangeContext & PasswordContext,
  by: Actor,
  account: Account,
  password: string,
  keptDigest?: string,
  ended = nothingEnded,
): Promise<Account> {
  if (!isPassword(password)) throw new Refused('password_malformed')
  const passwordHash = await context.passwords.hash(password, askerOf(by))
  await change(context, by, async (tx) => ({
    events: [
      ...(await setPasswordIn(tx, account, passwordHash, keptDigest)),
      ...(await endAccessIn(tx, account, ended)),
    ],
  }))
  return accountById(context, account.id)
}

/** Changes the password as part of a larger change and returns the events. Throws Refused `account_only`, `account_unknown`. */
export async function setPasswordIn(
  tx: Transaction,
  { id }: Account,
  password_hash: string,
  keptDigest?: string,
): Promise<AuditEvent[]> {
  await lockedOwner(tx, id)
  await endCredentials(tx, id, { password_hash }, keptDigest)
  return [{ event: 'account.password_changed', account: id, details: {} }]
}
