// The actions that a one-time link allows (docs/decisions/0067-one-time-links.md).
import type { Account } from '../../model/accounts/account.ts'
import { accountActor } from '../../model/accounts/actor.ts'
import { digestOfLink } from '../../model/accounts/credential.ts'
import type { OneTimeLinkPurpose } from '../../model/accounts/one-time-link.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { lockAccount } from '../../storage/accounts/accounts.ts'
import { endCredentials } from '../../storage/credentials/end-credentials.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { accountByOneTimeLink, deleteOneTimeLink } from '../../storage/sign-in/one-time-links.ts'
import { type EndedAccess, endAccessIn, nothingEnded } from '../access/outliving.ts'
import { askerAt } from '../asker.ts'
import { change } from '../change.ts'
import type { ChangeContext, PasswordContext, ReadContext, SiteContext } from '../context.ts'
import { checkNewPassword } from '../registration/rules.ts'
import { openOneTimeLink } from './one-time-links.ts'
import { type Proposal, provenApp, setApp } from './own-second-factor.ts'
import { proveCurrentPassword, type SignInDeps } from './sign-in.ts'

/** The client's address, and the access that is to end along with the credentials. */
interface OneTimeUse {
  address: string
  ended?: EndedAccess
}

/** A valid link that was opened. */
interface OpenOneTimeLink {
  account: Account
  purpose: OneTimeLinkPurpose
}

/**
 * Sets the password and ends all tokens, grants, pending joins, and what `ended` names of that which outlives them. The
 * second factor stays on. Throws Refused `link_dead`, `too_many_links`, those of `checkNewPassword`, and GateFull.
 */
export async function choosePassword(
  context: ChangeContext & PasswordContext & SiteContext,
  token: string,
  password: string,
  { address, ended = nothingEnded }: OneTimeUse,
): Promise<void> {
  const link = await openOneTimeLink(context, token, address)
  const { account, purpose } = link
  if (purpose === 'second-factor') throw new Refused('link_dead')
  await checkNewPassword(context, password, account)
  const password_hash = await context.passwords.hash(password, askerAt(address))
  await change(context, accountActor(account, address), async (tx) => {
    await takeOneTimeLink(context, tx, token, link)
    await endCredentials(tx, account.id, { password_hash })
    return {
      events: [
        { event: 'link.used', account: account.id, details: { for: purpose } },
        { event: 'account.password_changed', account: account.id, details: {}, isNoticed: true },
        ...(await endAccessIn(tx, account, ended)),
      ],
    }
  })
}

/**
 * Replaces the second factor and ends all tokens, grants, pending joins, and what `ended` names. Returns the new recovery codes. A
 * wrong password is charged as at a sign-in. Throws Refused `link_dead`, `too_many_links`, `credentials_invalid`,
 * `too_many_guesses`, `app_code_wrong`.
 */
export async function replaceSecondFactor(
  context: SignInDeps,
  token: string,
  { password, ...proposal }: Proposal & { password: string },
  { address, ended = nothingEnded }: OneTimeUse,
): Promise<string[]> {
  const link = await openOneTimeLink(context, token, address)
  const { account, purpose } = link
  const { id } = account
  if (purpose !== 'second-factor') throw new Refused('link_dead')
  await proveCurrentPassword(context, account, password, address)
  const app = provenApp(context, id, proposal)
  return change(context, accountActor(account, address), async (tx) => {
    await context.secrets.lock(tx)
    await takeOneTimeLink(context, tx, token, link)
    const { codes, sealToken } = await setApp(context, tx, id, app)
    return {
      events: [
        { event: 'link.used', account: id, details: { for: purpose }, sealToken },
        { event: 'second_factor.enabled', account: id, details: {}, isNoticed: true },
        ...(await endAccessIn(tx, account, ended)),
      ],
      result: codes,
    }
  })
}

/**
 * Uses up a link, for exactly one of several concurrent callers. The account may have changed since the link was
 * opened, so it is checked again under the account's lock. Throws Refused `link_dead`.
 */
async function takeOneTimeLink(
  { clock }: ReadContext,
  tx: Transaction,
  token: string,
  { account }: OpenOneTimeLink,
): Promise<void> {
  const digest = digestOfLink('one-time', token)
  await lockAccount(tx, account.id)
  const row = await accountByOneTimeLink(tx, digest, clock())
  if (!row || !(await deleteOneTimeLink(tx, digest))) throw new Refused('link_dead')
}
