import { hourMs } from '../../lib/measure/units.ts'
import { networkGroups } from '../../lib/net/address.ts'
import { fold } from '../../lib/text/fold.ts'
import { isMailAddress } from '../../model/accounts/account.ts'
import { accountActor } from '../../model/accounts/actor.ts'
import { digestOfBrowser, digestOfInvite, digestOfLink } from '../../model/accounts/credential.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import { inviteLeft, useInvite } from '../../storage/accounts/invites.ts'
import { deleteReplaced, insertRegistration, isNameWaiting } from '../../storage/accounts/registrations.ts'
import { type Transaction, UniqueViolation } from '../../storage/engine/database.ts'
import { prolongGuess } from '../../storage/limits/guesses.ts'
import type { InviteRow } from '../../storage/schema/schema.ts'
import { newAccountRow } from '../accounts/account-row.ts'
import { askerAt } from '../asker.ts'
import { enterGroup } from '../community/members.ts'
import type { ChangeContext, Context } from '../context.ts'
import { mailLifetimeMs, sendMail } from '../mail.ts'
import { isNameRefusal, nameStatus } from '../names/owner.ts'
import { type NameProblem, nameProblem } from '../names/rules.ts'
import { isVendorName } from '../names/vendor.ts'
import { addAccount } from './add-account.ts'
import { chargeRegistration, mayBeSentLink } from './limits.ts'
import { newUuid } from './new-uuid.ts'
import { type PasswordProblem, passwordProblem } from './rules.ts'

/** The input of a person who wants an account. */
interface RegistrationInput {
  username: string
  email: string
  password: string
  /** The code of an invite, or empty. */
  invite: string
  /** The language of the page. */
  language: string
  /** The client's address. */
  address: string
  /** A secret of the browser, which then need not ask for the password again to confirm. */
  browser: string
}

export interface RegistrationProblems {
  username?: NameProblem | 'taken' | 'vendor'
  email?: 'malformed' | 'taken'
  password?: PasswordProblem
  invite?: 'invalid'
}

/** `made` if the account exists now, `waiting` if an email must be confirmed, whether or not the address is known. */
type RegistrationResult = { problems: RegistrationProblems } | 'made' | 'waiting'

type RegisterContext = ChangeContext &
  Pick<Context, 'config' | 'loginDigests' | 'passwords' | 'registrationGate' | 'secrets'>

/** The most registrations that wait for confirmation, in total and from one network. */
const maxWaiting = { all: 10_000, network: 500 }

/** The time for which a name is reserved for one email address. After that, the first to confirm gets it. */
const nameHoldMs = hourMs

/** The fields of an invite that a registration stores, because the invite may be deleted before it is confirmed. */
type UsedInvite = Pick<InviteRow, 'id' | 'group_name'>

/** Returns the earliest expiry of a registration that still reserves its name at `now`. */
const holdsUntil = (now: number): number => now + mailLifetimeMs.register - nameHoldMs

const tokenBytes = 16

/**
 * Registers an account. Whether the email address is known affects only the text of the email: the same rows are
 * written, and the name is reserved for the same time. Throws Refused `registration_closed`, `too_many_registrations`,
 * `too_many_mails`, `overloaded`, `vendor_unavailable`, and GateFull.
 */
export async function register(
  context: RegisterContext,
  given: RegistrationInput,
): Promise<RegistrationResult> {
  if (context.config.registration === 'closed') throw new Refused('registration_closed')
  if (await isOfVendor(context, given)) return { problems: { username: 'vendor' } }
  return context.registrationGate.run(askerAt(given.address), () => registerInTurn(context, given))
}

async function registerInTurn(
  context: RegisterContext,
  given: RegistrationInput,
): Promise<RegistrationResult> {
  const { config } = context
  const problems = await problemsOf(context, given)
  if (Object.keys(problems).length > 0) return { problems }
  const giveBack = await chargeRegistration(context, given.address)
  const hashing = context.passwords.hash(given.password, askerAt(given.address))
  const passwordHash = await hashing.catch(async (error: unknown) => {
    await giveBack()
    throw error
  })
  try {
    return await context.db.transaction(async (tx) => {
      const invite = await inviteOf(context, tx, given)
      if (config.confirmEmail === 'off') {
        if (invite) await useInvite(tx, invite.id)
        await addAtOnce(context, tx, given, passwordHash, invite)
        return 'made'
      }
      await addWaiting(context, tx, given, passwordHash, invite)
      return 'waiting'
    })
  } catch (error) {
    if (error instanceof Refused && error.reason === 'invite_invalid')
      return { problems: { invite: 'invalid' } }
    if (isNameRefusal(error)) return { problems: { username: 'taken' } }
    if (!(error instanceof UniqueViolation)) throw error
    return { problems: /email/.test(error.key) ? { email: 'taken' } : { username: 'taken' } }
  }
}

/**
 * Returns true if the vendor has the name. This runs before the registration queues, so that nobody else waits for the
 * vendor. Names that are refused here anyway are not looked up.
 */
async function isOfVendor(context: RegisterContext, given: RegistrationInput): Promise<boolean> {
  const { username, address } = given
  if (context.config.vendorNames === 'allow') return false
  if (nameProblem(context, username, { isPlayers: true }) || (await takenName(context, given))) return false
  return isVendorName(context, username, address)
}

/** Returns all problems at once, except for the invite: attempts to guess a code must be charged. */
async function problemsOf(context: RegisterContext, given: RegistrationInput): Promise<RegistrationProblems> {
  const { username, email, password } = given
  const name = nameProblem(context, username, { isPlayers: true }) ?? (await takenName(context, given))
  const secret = await passwordProblem(context, password, { username, email })
  return {
    ...(name && { username: name }),
    ...(!isMailAddress(email) && { email: 'malformed' }),
    ...(secret && { password: secret }),
  }
}

async function takenName(
  context: RegisterContext,
  { username, email, browser }: RegistrationInput,
): Promise<'taken' | undefined> {
  const { clock, db } = context
  const [status, isWaiting] = await Promise.all([
    nameStatus(context, username),
    isNameWaiting(db, fold(username), fold(email), digestOfBrowser(browser), holdsUntil(clock())),
  ])
  return status !== 'free' || isWaiting ? 'taken' : undefined
}

/** Returns the invite, if one is required or was given for its group. Throws Refused `invite_invalid`. */
async function inviteOf(
  { clock, config }: RegisterContext,
  tx: Transaction,
  { browser, email, invite }: RegistrationInput,
): Promise<InviteRow | undefined> {
  if (config.registration !== 'invite' && invite === '') return undefined
  const by = { browser: digestOfBrowser(browser), email_folded: fold(email) }
  const found = await inviteLeft(tx, digestOfInvite(invite), by, clock())
  if (!found) throw new Refused('invite_invalid')
  return found
}

async function addAtOnce(
  context: RegisterContext,
  tx: Transaction,
  { username, email, language, address }: RegistrationInput,
  passwordHash: string,
  invite: InviteRow | undefined,
): Promise<void> {
  const { clock } = context
  const id = await newUuid(context, tx, username)
  const row = newAccountRow({
    id,
    username,
    email,
    passwordHash,
    language,
    totpSecret: null,
    createdAt: clock(),
  })
  const by = accountActor({ id, username }, address)
  await addAccount(context, tx, by, row)
  if (invite?.group_name) await enterGroup(context, tx, by, invite.group_name, id)
}

/**
 * Stores a registration until its email is confirmed, in place of those that the same browser made with another address
 * for the same name or with the same invite, or with another invite, and sends the link. Throws Refused `username_taken`.
 */
export async function addWaiting(
  context: Pick<Context, 'clock' | 'loginDigests' | 'random' | 'secrets'>,
  tx: Transaction,
  { username, email, language, address, browser }: Omit<RegistrationInput, 'invite' | 'password'>,
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
  }
  await insertRegistration(tx, row, maxWaiting)
  const known = await accountByKey(tx, { column: 'email_folded', value: names.email_folded })
  // The token for a known address is not sent to anybody. Its row reserves the name and expires.
  const to = known && { email: known.email ?? email, language: known.language }
  if (to) await sendMail(context, tx, to, { kind: 'registered', username: known.username })
  else await sendMail(context, tx, { email, language }, { kind: 'register', username, token })
}
