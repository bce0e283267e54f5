import { hourMs } from '../../lib/measure/units.ts'
import { networkGroups } from '../../lib/net/address.ts'
import { fold } from '../../lib/text/fold.ts'
import { isMailAddress } from '../../model/accounts/account.ts'
import { accountActor } from '../../model/accounts/actor.ts'
import { digestOfBrowser, digestOfInvite, digestOfLink } from '../../model/accounts/credential.ts'
import type { Provider } from '../../model/community/provider.ts'
import { type Refusal, Refused } from '../../model/errors/refusal.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import { inviteLeft, useInvite } from '../../storage/accounts/invites.ts'
import {
  deleteRegistrationsOf,
  deleteReplaced,
  insertRegistration,
  isNameWaiting,
} from '../../storage/accounts/registrations.ts'
import { type Transaction, UniqueViolation } from '../../storage/engine/database.ts'
import { prolongGuess } from '../../storage/limits/guesses.ts'
import type { InviteRow, RegistrationRow } from '../../storage/schema/schema.ts'
import { newAccountRow } from '../accounts/account-row.ts'
import { askerAt } from '../asker.ts'
import { enterGroup } from '../community/members.ts'
import type { ChangeContext, PasswordContext, SecretContext } from '../context.ts'
import { type AddedIdentity, addIdentity } from '../identities/add.ts'
import { isEmailProved, type Newcomer } from '../identities/newcomer.ts'
import { requireProvider } from '../identities/offered.ts'
import { mailLifetimeMs, sendMail } from '../mail.ts'
import { nameStatus } from '../names/owner.ts'
import { nameProblem } from '../names/rules.ts'
import { refuseVendorName } from '../names/vendor.ts'
import { addAccount } from './add-account.ts'
import { chargeRegistration, mayBeSentLink } from './limits.ts'
import { registrationBy } from './mode.ts'
import { newUuid } from './new-uuid.ts'
import { passwordProblem } from './rules.ts'

/** Somebody at a provider, who needs no password. */
export interface ProvedNewcomer {
  provider: Provider
  identity: Newcomer
}

/** The input of a person who wants an account. */
interface RegistrationInput {
  username: string
  /** Empty if a provider proves the person and tells no address. */
  email: string
  /** Empty if a provider proves the person. */
  password: string
  newcomer?: ProvedNewcomer
  /** The code of an invite, or empty. */
  invite: string
  /** The language of the page. */
  language: string
  /** The client's address. */
  address: string
  /** A secret of the browser, which then need not ask for the password again to confirm. */
  browser: string
}

/** `made` if the account exists now, `waiting` if an email must be confirmed, whether or not the address is known. */
type RegistrationResult = 'made' | 'waiting'

type RegisterContext = ChangeContext & SecretContext & PasswordContext

/** The most registrations that wait for confirmation, in total and from one network. */
export const maxWaiting = { all: 10_000, network: 500 }

/** The time for which a name is reserved for one email address. After that, the first to confirm gets it. */
export const nameHoldMs = hourMs

/** The fields of an invite that a registration stores, because the invite may be deleted before it is confirmed. */
type UsedInvite = Pick<InviteRow, 'id' | 'group_name'>

/** Returns the earliest expiry of a registration that still reserves its name at `now`. */
const holdsUntil = (now: number): number => now + mailLifetimeMs.register - nameHoldMs

const tokenBytes = 16

/**
 * Registers an account. Whether the email address is known affects only the text of the email: the same rows are
 * written, and the name is reserved for the same time. Throws Refused with all that is wrong with the input, except for
 * the invite: attempts to guess a code must be charged. Also throws `invite_invalid`, `registration_closed`,
 * `too_many_registrations`, `too_many_mails`, `overloaded`, `username_vendor`, `vendor_unavailable`, `provider_gone`, and
 * GateFull.
 */
export async function register(
  context: RegisterContext,
  given: RegistrationInput,
): Promise<RegistrationResult> {
  if (registrationBy(context, given.newcomer?.provider) === 'closed') {
    throw new Refused('registration_closed')
  }
  await refuseNameOfVendor(context, given)
  return context.registrationGate.run(askerAt(given.address), () => registerInTurn(context, given))
}

async function registerInTurn(
  context: RegisterContext,
  given: RegistrationInput,
): Promise<RegistrationResult> {
  const { config } = context
  const [reason, ...also] = await problemsOf(context, given)
  if (reason) throw new Refused(reason, { also })
  const giveBack = await chargeRegistration(context, given.address)
  const passwordHash = await hashOf(context, given).catch(async (error: unknown) => {
    await giveBack()
    throw error
  })
  try {
    return await context.db.transaction(async (tx) => {
      if (given.newcomer) await requireProvider(tx, given.newcomer.provider)
      const invite = await inviteOf(context, tx, given)
      if (config.confirmEmail === 'off' || needsNoMail(given)) {
        if (invite) await useInvite(tx, invite.id)
        await endWaiting(tx, given, invite)
        await addAtOnce(context, tx, given, passwordHash, invite)
        return 'made'
      }
      const identity = given.newcomer && identityOf(given.newcomer)
      await addWaiting(context, tx, { ...given, identity }, passwordHash, invite)
      return 'waiting'
    })
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    throw new Refused(reasonOf(error), { cause: error })
  }
}

/** Returns the reason why a new account collides with another. */
export function reasonOf({ key }: UniqueViolation): 'email_taken' | 'subject_linked' | 'username_taken' {
  if (/linked_identity/.test(key)) return 'subject_linked'
  return /email/.test(key) ? 'email_taken' : 'username_taken'
}

const hashOf = async ({ passwords }: RegisterContext, given: RegistrationInput): Promise<string> =>
  given.newcomer ? unusableHash : passwords.hash(given.password, askerAt(given.address))

/** Returns true if the address is proved, or if there is none. */
const needsNoMail = ({ newcomer, email }: RegistrationInput): boolean =>
  newcomer !== undefined && (email === '' || isEmailProved(newcomer.provider, newcomer.identity, email))

/**
 * Throws Refused `username_vendor` if the vendor has the name. This runs before the registration queues, so that nobody
 * else waits for the vendor. Names that are refused here anyway are not looked up.
 */
async function refuseNameOfVendor(context: RegisterContext, given: RegistrationInput): Promise<void> {
  if (context.config.vendorNames === 'allow' || (await problemOfName(context, given))) return
  await refuseVendorName(context, given.username, given.address)
}

async function problemsOf(context: RegisterContext, given: RegistrationInput): Promise<Refusal[]> {
  const { email, newcomer, password } = given
  const mayBeEmpty = newcomer !== undefined && newcomer.identity.email === undefined
  const isEmail = isMailAddress(email) || (mayBeEmpty && email === '')
  const problems = [
    await problemOfName(context, given),
    isEmail ? undefined : ('email_malformed' as const),
    newcomer ? undefined : await passwordProblem(context, password, given),
  ]
  return problems.filter((problem) => problem !== undefined)
}

async function problemOfName(
  context: RegisterContext,
  { username, email, browser }: RegistrationInput,
): Promise<Refusal | undefined> {
  const { clock, db } = context
  const problem = nameProblem(context, username, { isPlayers: true })
  if (problem) return problem
  const [status, isWaiting] = await Promise.all([
    nameStatus(context, username),
    isNameWaiting(db, fold(username), fold(email), digestOfBrowser(browser), holdsUntil(clock())),
  ])
  return status !== 'free' || isWaiting ? 'username_taken' : undefined
}

/** Returns the invite, if one is required or was given for its group. Throws Refused `invite_invalid`. */
async function inviteOf(
  context: RegisterContext,
  tx: Transaction,
  { browser, email, invite, newcomer }: RegistrationInput,
): Promise<InviteRow | undefined> {
  if (registrationBy(context, newcomer?.provider) !== 'invite' && invite === '') return undefined
  const by = { browser: digestOfBrowser(browser), email_folded: fold(email) }
  const found = await inviteLeft(tx, digestOfInvite(invite), by, context.clock())
  if (!found) throw new Refused('invite_invalid')
  return found
}

/**
 * Deletes what the same browser has waiting for this name or with an invite, which would make a second account of one
 * use, and what waits for the same address.
 */
async function endWaiting(
  tx: Transaction,
  { browser, email, username }: RegistrationInput,
  invite: InviteRow | undefined,
): Promise<void> {
  const address = fold(email)
  await deleteReplaced(tx, digestOfBrowser(browser), address, fold(username), invite?.id ?? null)
  if (address !== '') await deleteRegistrationsOf(tx, address)
}

async function addAtOnce(
  context: RegisterContext,
  tx: Transaction,
  { username, email, language, address, newcomer }: RegistrationInput,
  passwordHash: string,
  invite: InviteRow | undefined,
): Promise<void> {
  const { clock } = context
  const id = await newUuid(context, tx, username)
  const row = newAccountRow({
    id,
    username,
    email: email === '' ? undefined : email,
    isEmailConfirmed: newcomer !== undefined && isEmailProved(newcomer.provider, newcomer.identity, email),
    passwordHash,
    language,
    totpSecret: null,
    createdAt: clock(),
  })
  const by = accountActor({ id, username }, address)
  await addAccount(context, tx, by, row)
  if (newcomer) await addIdentity(context, tx, by, id, identityOf(newcomer))
  if (invite?.group_name) await enterGroup(context, tx, by, invite.group_name, id)
}

/** The input of a registration that waits. */
type WaitingInput = Omit<RegistrationInput, 'invite' | 'newcomer' | 'password'> & {
  /** Somebody at a provider, instead of a password. */
  identity: AddedIdentity | undefined
}

const identityOf = ({ provider, identity: { subject, username, email } }: ProvedNewcomer): AddedIdentity => ({
  provider: provider.name,
  subject,
  name: username ?? null,
  email: email ?? null,
})

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
  { username, email, language, address, browser, identity }: WaitingInput,
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
  }
  await insertRegistration(tx, row, maxWaiting)
  const known = await accountByKey(tx, { column: 'email_folded', value: names.email_folded })
  // The token for a known address is not sent to anybody. Its row reserves the name and expires.
  const to = known && { email: known.email ?? email, language: known.language }
  if (to) await sendMail(context, tx, to, { kind: 'registered', username: known.username })
  else await sendMail(context, tx, { email, language }, { kind: 'register', username, token })
}
