import { fold } from '../lib/fold.ts'
import { accountActor } from '../model/actor.ts'
import { digestOfLink } from '../model/credential.ts'
import { Refused } from '../model/refusal.ts'
import { accountByKey, endCredentials, updateAccount } from '../storage/accounts.ts'
import { accountToRecover, deleteRecovery, insertRecovery } from '../storage/recoveries.ts'
import { toAccount } from './accounts/account-row.ts'
import { record } from './audit/record.ts'
import type { Context } from './context.ts'
import { mailLifetimeMs, nobody, sendMail, tellOwner } from './mail.ts'
import { hashChosen } from './registration/hash-chosen.ts'
import { chargeMail, mayBeSentLink } from './registration/limits.ts'
import { type PasswordProblem, passwordProblem } from './registration/rules.ts'

type Needed = Pick<Context, 'clock' | 'config' | 'db' | 'log' | 'passwords' | 'random' | 'secrets'>

const tokenBytes = 16

/**
 * Sends a link to choose a new password, where an account has the e-mail. Where none has, the same rows are
 * written, for nobody: neither the answer nor its time tells. Throws Refused `too_many_mails`, `overloaded`.
 */
export async function askForRecovery(context: Needed, email: string, address: string): Promise<void> {
  const { clock, db, random } = context
  await chargeMail(context, address)
  await db.transaction(async (tx) => {
    if (!(await mayBeSentLink(tx, context, email))) return
    const account = await accountByKey(tx, { column: 'email_folded', value: fold(email) })
    const token = random.bytes(tokenBytes).toString('base64url')
    await insertRecovery(tx, {
      digest: digestOfLink('recover', token),
      account_id: account?.id ?? random.uuid(),
      secrets_version: account?.secrets_version ?? 0,
      email_folded: account?.email_folded ?? null,
      expires_at: clock() + mailLifetimeMs.recover,
    })
    const { username, language } = account ?? nobody
    const recipient = { email: account?.email ?? nobody.email, language }
    await sendMail(context, tx, recipient, { kind: 'recover', username, token })
  })
}

/** Whose password a link changes; undefined for a dead one. */
export async function recoveringName(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  token: string,
): Promise<string | undefined> {
  return (await accountToRecover(db, digestOfLink('recover', token), clock()))?.username
}

/**
 * Changes the password, and ends every token, grant and pending join, and all links of before. The second factor
 * stays on. Answers what is wrong with the password. Throws Refused `link_dead`, `overloaded`.
 */
export async function recover(
  context: Needed,
  token: string,
  password: string,
  address: string,
): Promise<PasswordProblem | undefined> {
  const { clock, db } = context
  const digest = digestOfLink('recover', token)
  const row = await accountToRecover(db, digest, clock())
  if (!row) throw new Refused('link_dead')
  const problem = await passwordProblem(context, password, toAccount(row, clock()))
  if (problem) return problem
  const password_hash = await hashChosen(context, password, address)
  await db.transaction(async (tx) => {
    // Of two at once the second finds none; and the account may have changed while the hash was computed.
    const account = await accountToRecover(tx, digest, clock())
    if (!account || !(await deleteRecovery(tx, digest))) throw new Refused('link_dead')
    await endCredentials(tx, account.id, { password_hash })
    await updateAccount(tx, account.id, { email_confirmed: account.email_folded })
    const by = accountActor(account, address)
    await record(context, tx, by, { event: 'account.password_reset', account: account.id, details: {} })
    await tellOwner(context, tx, toAccount(account, clock()), { about: 'password_changed' })
  })
  return undefined
}
