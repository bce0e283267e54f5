import { minuteMs } from '../../lib/measure/units.ts'
import { fold } from '../../lib/text/fold.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { digestOfLink } from '../../model/accounts/credential.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { accountByKey, lockAccount, updateAccount } from '../../storage/accounts/accounts.ts'
import { deleteEmailChanges, emailChange, insertEmailChange } from '../../storage/accounts/email-changes.ts'
import { offerEmailUndo } from '../access/undo-email.ts'
import { change, ifTaken } from '../change.ts'
import { refuseCharacter } from '../characters/account-only.ts'
import type { ChangeContext, ReadContext, SecretContext } from '../context.ts'
import { mailLifetimeMs, sendMail } from '../mail.ts'
import { chargeMail } from '../registration/limits.ts'
import { toAccount } from './account-row.ts'

type Deps = ChangeContext & SecretContext

const tokenBytes = 16

/** The limit on links that are sent for one account. */
export const linksPerAccount = { size: 3, refillMs: 20 * minuteMs }

/**
 * Sends a link to the new email address, unless another account has it, which neither the answer nor the page reveals.
 * Throws Refused `too_many_mails`, `overloaded`, `account_unknown` if it has just been deleted, and `session_ended` if its
 * credentials have ended since the request began.
 */
export async function askForEmail(
  context: Deps,
  { id, username, language, credentialsVersion }: Account,
  email: string,
  address: string,
): Promise<void> {
  const { clock, db, random } = context
  await chargeMail(context, address, { key: `email:${id}`, budget: linksPerAccount })
  await db.transaction(async (tx) => {
    const row = await accountByKey(tx, { column: 'id', value: id })
    if (!row) throw new Refused('account_unknown')
    await refuseCharacter(tx, row)
    if (row.credentials_version !== credentialsVersion) throw new Refused('session_ended', { about: { id } })
    const token = random.bytes(tokenBytes).toString('base64url')
    await insertEmailChange(tx, {
      digest: digestOfLink('email', token),
      account_id: id,
      credentials_version: credentialsVersion,
      secrets_version: row.secrets_version,
      email,
      expires_at: clock() + mailLifetimeMs.email,
    })
    const isTaken = await accountByKey(tx, { column: 'email_folded', value: fold(email) })
    if (!isTaken) await sendMail(context, tx, { email, language }, { kind: 'email', username, token })
  })
}

/** Returns the email address that this link of the account would confirm, or undefined if it is no longer valid. */
export async function waitingEmail(
  { clock, db }: ReadContext,
  { id }: Pick<Account, 'id'>,
  token: string,
): Promise<string | undefined> {
  return (await emailChange(db, digestOfLink('email', token), id, clock()))?.email
}

/**
 * Gives the account the new email address and notifies the old one, in an email with a link that undoes it. Throws Refused `link_dead`, `email_taken`. */
export async function confirmEmail(context: Deps, by: Actor, account: Account, token: string): Promise<void> {
  const { clock } = context
  const { id } = account
  await change(context, by, async (tx) => {
    const before = await lockAccount(tx, id)
    const waiting = await emailChange(tx, digestOfLink('email', token), id, clock())
    if (!before || !waiting) throw new Refused('link_dead')
    const { email } = waiting
    const email_folded = fold(email)
    const sealToken = await offerEmailUndo(context, tx, before)
    await updateAccount(tx, id, { email, email_folded, email_confirmed: email_folded })
    await deleteEmailChanges(tx, id)
    const owner = toAccount(before, clock())
    const changed = { event: 'account.email_changed', account: id, details: {}, owner } as const
    return { events: [{ ...changed, ...(sealToken && { sealToken }) }] }
  }).catch(ifTaken('email_taken'))
}
