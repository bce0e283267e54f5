import { nilUuid } from '../../lib/crypto/uuid.ts'
import { clientNetwork } from '../../lib/net/address.ts'
import { fold } from '../../lib/text/fold.ts'
import { accountActor } from '../../model/accounts/actor.ts'
import { digestOfLink } from '../../model/accounts/credential.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { accountByKey, lockAccount, updateAccount } from '../../storage/accounts/accounts.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import type { Queries } from '../../storage/engine/database.ts'
import { guessUntil, keysOfAccount } from '../../storage/limits/guesses.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { hasSignedIn } from '../../storage/sign-in/known-devices.ts'
import { accountToRecover, deleteRecovery, insertRecovery } from '../../storage/sign-in/recoveries.ts'
import { endAccessIn, nothingEnded, type Outliving, outliving } from '../access/outliving.ts'
import { toAccount } from '../accounts/account-row.ts'
import { askerAt } from '../asker.ts'
import { change } from '../change.ts'
import type { ChangeContext, PasswordContext, ReadContext, SecretContext, SiteContext } from '../context.ts'
import { discardedRecipient, mailLifetimeMs, sendMail } from '../mail.ts'
import { chargeMail, mayBeSentLink } from '../registration/limits.ts'
import { checkNewPassword } from '../registration/rules.ts'
import { type PasswordProved, provedBy } from './sign-in.ts'

type Deps = ChangeContext & SecretContext & PasswordContext

const tokenBytes = 16

/**
 * Sends a link to choose a new password if an account has the email address. If none has, the same rows are written, so
 * that neither the answer nor its time reveals that. Throws Refused `too_many_mails`, `overloaded`.
 */
export async function askForRecovery(context: Deps, email: string, address: string): Promise<void> {
  const { clock, db, random } = context
  await chargeMail(context, address)
  await db.transaction(async (tx) => {
    const account = await accountByKey(tx, { column: 'email_folded', value: fold(email) })
    // The query also runs for an unknown email address, so that it takes as long.
    const about = account ?? { id: nilUuid, secrets_version: 0 }
    const isStranger = await isStrangeNetwork(tx, clock(), about, address)
    if (!(await mayBeSentLink(tx, context, 'recover', email, isStranger))) return
    const token = random.bytes(tokenBytes).toString('base64url')
    await insertRecovery(tx, {
      digest: digestOfLink('recover', token),
      account_id: account?.id ?? random.uuid(),
      secrets_version: account?.secrets_version ?? 0,
      email_folded: account?.email_folded ?? null,
      expires_at: clock() + mailLifetimeMs.recover,
    })
    const { username, language } = account ?? discardedRecipient
    const recipient = { email: account?.email ?? discardedRecipient.email, language }
    await sendMail(context, tx, recipient, { kind: 'recover', username, token })
  })
}

/** Returns true if the account has signed in before, but never from the network of this address. */
async function isStrangeNetwork(
  db: Queries,
  now: number,
  account: Pick<AccountRow, 'id' | 'secrets_version'>,
  address: string,
): Promise<boolean> {
  const { known } = keysOfAccount(clientNetwork(address), account)
  const knownUntil = await guessUntil(db, known)
  return (await hasSignedIn(db, account.id)) && knownUntil <= now
}

/** Returns the account whose password a link changes and what outlives the old one, or undefined. */
export async function recovering(
  { clock, db }: ReadContext,
  token: string,
): Promise<({ username: string } & Outliving) | undefined> {
  const row = await accountToRecover(db, digestOfLink('recover', token), clock())
  return row && { username: row.username, ...(await outliving({ db }, row)) }
}

/**
 * Changes the password and ends all tokens, grants, pending joins, earlier links, and what `ended` names of that which
 * outlives them. The second factor stays on. Returns the proof that the owner knows the password. Throws Refused
 * `link_dead`, those of `checkNewPassword`, and GateFull.
 */
export async function recover(
  context: Deps & SiteContext,
  token: string,
  password: string,
  address: string,
  ended = nothingEnded,
): Promise<PasswordProved> {
  const { clock, db } = context
  const link = digestOfLink('recover', token)
  const row = await accountToRecover(db, link, clock())
  if (!row) throw new Refused('link_dead')
  await checkNewPassword(context, password, toAccount(row, clock()))
  const password_hash = await context.passwords.hash(password, askerAt(address))
  const credentials_version = await change(context, accountActor(row, address), async (tx) => {
    // If two links are used at once, the second finds nothing. The account may also have changed while the hash was
    // computed.
    await lockAccount(tx, row.id)
    const account = await accountToRecover(tx, link, clock())
    if (!account || !(await deleteRecovery(tx, link))) throw new Refused('link_dead')
    await endCredentials(tx, account.id, { password_hash })
    await updateAccount(tx, account.id, { email_confirmed: account.email_folded })
    const reset = { event: 'account.password_reset', account: account.id, details: {} } as const
    return {
      events: [reset, ...(await endAccessIn(tx, account, ended))],
      result: account.credentials_version + 1,
    }
  })
  return provedBy(context, row.username, { id: row.id, credentials_version })
}
