// Registrations that wait until their email is confirmed.
import { hourMs } from '../../lib/measure/units.ts'
import { networkGroups } from '../../lib/net/address.ts'
import { fold } from '../../lib/text/fold.ts'
import { digestOfBrowser, digestOfLink } from '../../model/accounts/credential.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import { deleteReplaced, insertRegistration, isNameWaiting } from '../../storage/accounts/registrations.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { prolongGuess } from '../../storage/limits/guesses.ts'
import type { InviteRow, RegistrationRow } from '../../storage/schema/rows/accounts.ts'
import type { ChangeContext, SecretContext } from '../context.ts'
import type { AddedIdentity } from '../identities/add.ts'
import { mailLifetimeMs, sendMail } from '../mail.ts'
import type { AcceptedRules } from '../operation/accepted-rules.ts'
import type { RegistrationInput } from './input.ts'
import { mayBeSentLink } from './limits.ts'

/** The most registrations that wait for confirmation, in total and from one network. */
export const maxWaiting = { all: 10_000, network: 500 }

/** The time for which a name is reserved for one email address. After that, the first to confirm gets it. */
export const nameHoldMs = hourMs

/** The fields of an invite that a registration stores, because the invite may be deleted before it is confirmed. */
type UsedInvite = Pick<InviteRow, 'id' | 'group_name'>

/** Returns the earliest expiry of a registration that still reserves its name at `now`. */
export const holdsUntil = (now: number): number => now + mailLifetimeMs.register - nameHoldMs

const tokenBytes = 16

/** The input of a registration that waits. */
type WaitingInput = Omit<RegistrationInput, 'invite' | 'newcomer' | 'password' | 'rules'> & {
  /** The rules that the person has accepted. */
  accepted: AcceptedRules
  /** Somebody at a provider, instead of a password. */
  identity: AddedIdentity | undefined
  /** The provider's word about groups, as it is stored. */
  said: string | null | undefined
}

/** Returns whom a registration that waits is for, if a provider has proved it. */
export const identityIn = ({
  provider,
  subject,
  provider_name: name,
}: Pick<RegistrationRow, 'provider' | 'provider_name' | 'subject'>): AddedIdentity | undefined =>
  provider === null || subject === null ? undefined : { provider, subject, name, email: null }

/**
 * Stores a registration until its email is confirmed, in place of those that the same browser made with another address
 * for the same name or with the same invite, or with another invite, and sends the link. Throws Refused `username_taken`.
 */
export async function addWaiting(
  context: ChangeContext & SecretContext,
  tx: Transaction,
  { username, email, language, address, browser, identity, said, accepted }: WaitingInput,
  passwordHash: string,
  invite: UsedInvite | undefined,
): Promise<void> {
  const { clock, random } = context
  // Nobody is told: the owner of that address has received enough emails.
  if (!(await mayBeSentLink(tx, context, 'register', email))) return
  const now = clock()
  const names = { username_folded: fold(username), email_folded: fold(email) }
  // Locks the name until the transaction ends, so that of two concurrent registrations the second sees the first.
  await prolongGuess(tx, `name:${context.loginDigests.forRow(names.username_folded)}`, now + nameHoldMs)
  const browserDigest = digestOfBrowser(browser)
  if (await isNameWaiting(tx, names.username_folded, names.email_folded, browserDigest, holdsUntil(now))) {
    throw new Refused('username_taken')
  }
  await deleteReplaced(tx, browserDigest, names.email_folded, names.username_folded, invite?.id ?? null)
  const token = random.bytes(tokenBytes).toString('base64url')
  const row = {
    digest: digestOfLink('register', token),
    username,
    email,
    ...names,
    password_hash: passwordHash,
    language,
    invite_id: invite?.id ?? null,
    group_name: invite?.group_name ?? null,
    expires_at: now + mailLifetimeMs.register,
    browser: browserDigest,
    network: networkGroups(address)[0] ?? address,
    provider: identity?.provider ?? null,
    subject: identity?.subject ?? null,
    provider_name: identity?.name ?? null,
    said_groups: said ?? null,
    ...accepted,
  }
  await insertRegistration(tx, row, maxWaiting)
  const known = await accountByKey(tx, { column: 'email_folded', value: names.email_folded })
  // The token for a known address is not sent to anybody. Its row reserves the name and expires.
  const to = known && { email: known.email ?? email, language: known.language }
  if (to) await sendMail(context, tx, to, { kind: 'registered', username: known.username })
  else await sendMail(context, tx, { email, language }, { kind: 'register', username, token })
}
