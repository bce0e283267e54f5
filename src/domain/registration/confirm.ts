import { digest } from '../../lib/crypto/digest.ts'
import { clientNetwork } from '../../lib/net/address.ts'
import { maxPasswordLength } from '../../model/accounts/account.ts'
import { accountActor } from '../../model/accounts/actor.ts'
import { digestOfBrowser, digestOfLink } from '../../model/accounts/credential.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { lockInvite, useInvite } from '../../storage/accounts/invites.ts'
import {
  deleteRegistration,
  registrationByDigest,
  takeRegistration,
} from '../../storage/accounts/registrations.ts'
import { providerByName } from '../../storage/community/providers.ts'
import { type Queries, UniqueViolation } from '../../storage/engine/database.ts'
import { credentialsByKey } from '../../storage/limits/logins.ts'
import type { RegistrationRow } from '../../storage/schema/rows/accounts.ts'
import { newAccountRow } from '../accounts/account-row.ts'
import { askerAt } from '../asker.ts'
import { enterGroup } from '../community/members.ts'
import type { ChangeContext, PasswordContext, ReadContext, SecretContext, SiteContext } from '../context.ts'
import { addIdentity } from '../identities/add.ts'
import { followSaidGroups } from '../identities/said-groups.ts'
import { isNameRefusal } from '../names/owner.ts'
import { type PasswordProved, provedBy } from '../sign-in/sign-in.ts'
import { evaluateGuess } from '../sign-in/throttle.ts'
import { addAccount } from './add-account.ts'
import { heldRegistrationBy, registrationBy } from './mode.ts'
import { newUuid } from './new-uuid.ts'
import { reasonOf } from './register.ts'
import { identityIn } from './waiting.ts'

type Deps = ChangeContext & SecretContext & PasswordContext & SiteContext

/** Returns the name that this link would register and whether this is who registered it, or undefined. */
export async function waitingRegistration(
  context: ReadContext & SiteContext,
  token: string,
  by: Registrant,
): Promise<WaitingRegistration | undefined> {
  const row = await registrationByDigest(context.db, digestOfLink('register', token), context.clock())
  if (!row || !(await isStillOpen(context, row))) return undefined
  const { username, provider } = row
  return { username, provider, isRegistrant: await isRegistrant(context, row, by) }
}

/** Returns true for the browser that registered, and for the person at the provider whom the registration is for. */
async function isRegistrant(
  { db }: ReadContext,
  row: Pick<RegistrationRow, 'browser' | 'provider' | 'subject'>,
  { browser, person }: Registrant,
): Promise<boolean> {
  if (row.browser === digestOfBrowser(browser)) return true
  if (person === undefined || row.provider !== person.provider || row.subject !== person.subject) return false
  // Another one may have the provider's name since it proved this person.
  return (await providerByName(db, person.provider))?.created_at === person.since
}

/** Returns false if nobody registers in this way any longer. */
export const isStillOpen = async (
  context: ReadContext & SiteContext,
  { provider }: Pick<RegistrationRow, 'provider'>,
): Promise<boolean> => registrationBy(context, await wayOf(context.db, provider)) !== 'closed'

const wayOf = async (db: Queries, provider: string | null) =>
  provider === null ? undefined : providerByName(db, provider)

/** A registration without a password can be confirmed by its registrant alone. */
interface WaitingRegistration {
  username: string
  isRegistrant: boolean
  /** Null if it has a password. */
  provider: string | null
}

/** Tells who confirms. */
interface Registrant {
  /** Identifies the browser that confirms, as in `RegistrationInput`. */
  browser: string
  /** Somebody whom a provider has proved in that browser; `since` is the provider's `createdAt`. */
  person?: { provider: string; since: number; subject: string } | undefined
}

/** The confirmation by the person who opened a link. */
interface ConfirmationInput extends Registrant {
  /** Required if another browser registered. */
  password: string
  /** The client's address. */
  address: string
}

/**
 * Checks the password that was chosen at registration, or the person at the provider. Somebody else may have registered
 * with the address of the person who reads the email, and nothing else distinguishes them. A wrong password is charged as at a sign-in. Throws
 * Refused `link_dead`, `credentials_invalid`, `too_many_guesses`.
 */
async function proveRegistrant(context: Deps, link: string, confirming: ConfirmationInput): Promise<void> {
  const { clock, db, passwords } = context
  const { password, address } = confirming
  const row = await registrationByDigest(db, link, clock())
  if (!row || !(await isStillOpen(context, row))) throw new Refused('link_dead')
  if (await isRegistrant(context, row, confirming)) return
  const login = digest(`register:${link}`)
  const asking = { network: clientNetwork(address), login }
  const { levels } = await credentialsByKey(db, { column: 'id', value: '' }, asking)
  await evaluateGuess(context, { address, login, levels, about: {} }, async ({ take }) => {
    const typed = password.slice(0, maxPasswordLength + 1)
    return (await passwords.verify(row.password_hash, typed, askerAt(address), take)) || undefined
  })
}

/**
 * Creates the account that this link confirms and returns the proof of its password. Throws Refused `link_dead`, and
 * `username_taken`, `username_held` or `email_taken` if somebody else has taken it meanwhile by a command or a rename, and
 * `subject_linked` if the person at the provider has an account meanwhile. The link is no longer valid then either.
 */
export async function confirmRegistration(
  context: Deps,
  token: string,
  confirming: ConfirmationInput,
): Promise<PasswordProved> {
  const { clock, db } = context
  const { address } = confirming
  const link = digestOfLink('register', token)
  await proveRegistrant(context, link, confirming)
  try {
    const { by, waiting, proved } = await db.transaction(async (tx) => {
      const found = await registrationByDigest(tx, link, clock())
      if (!found || (await heldRegistrationBy(context, tx, await wayOf(tx, found.provider))) === 'closed')
        throw new Refused('link_dead')
      if (found.invite_id !== null) await lockInvite(tx, found.invite_id)
      const waiting = await takeRegistration(tx, link, clock())
      if (!waiting) throw new Refused('link_dead')
      const { username, email, password_hash: passwordHash, language, invite_id, group_name } = waiting
      const id = await newUuid(context, tx, username)
      const account = {
        id,
        username,
        email,
        isEmailConfirmed: true,
        passwordHash,
        language,
        totpSecret: null,
        createdAt: clock(),
        rules: { rules_version: waiting.rules_version, rules_accepted_at: waiting.rules_accepted_at },
      }
      const by = accountActor({ id, username }, address)
      const row = newAccountRow(account)
      await addAccount(context, tx, by, row)
      const identity = identityIn(waiting)
      if (identity) await addIdentity(context, tx, by, id, identity)
      if (group_name !== null) await enterGroup(context, tx, by, group_name, id)
      if (invite_id !== null) await useInvite(tx, invite_id)
      return { by, waiting, proved: provedBy(context, username, row) }
    })
    await followSaidGroups(context, by, waiting, proved.row)
    return proved
  } catch (error) {
    const isUnique = error instanceof UniqueViolation
    if (!isUnique && !isNameRefusal(error)) throw error
    await deleteRegistration(db, link)
    if (!isUnique) throw error
    throw new Refused(reasonOf(error), { cause: error })
  }
}
