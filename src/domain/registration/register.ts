import { fold } from '../../lib/text/fold.ts'
import { isMailAddress } from '../../model/accounts/account.ts'
import { accountActor } from '../../model/accounts/actor.ts'
import { digestOfBrowser, digestOfInvite } from '../../model/accounts/credential.ts'
import { type Refusal, Refused } from '../../model/errors/refusal.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import { inviteLeft, useInvite } from '../../storage/accounts/invites.ts'
import { deleteRegistrationsOf, deleteReplaced, isNameWaiting } from '../../storage/accounts/registrations.ts'
import { type Transaction, UniqueViolation } from '../../storage/engine/database.ts'
import type { InviteRow } from '../../storage/schema/rows/accounts.ts'
import { newAccountRow } from '../accounts/account-row.ts'
import { askerAt } from '../asker.ts'
import { enterGroup } from '../community/members.ts'
import type { ChangeContext, PasswordContext, SecretContext, SiteContext } from '../context.ts'
import { type AddedIdentity, addIdentity } from '../identities/add.ts'
import { isEmailProved } from '../identities/newcomer.ts'
import { requireProvider } from '../identities/offered.ts'
import { saidGroupsOf } from '../identities/said-groups.ts'
import { nameStatus } from '../names/owner.ts'
import { nameProblem } from '../names/rules.ts'
import { refuseVendorName } from '../names/vendor.ts'
import { acceptedNow, areRulesInForce } from '../operation/accepted-rules.ts'
import { addAccount } from './add-account.ts'
import type { ProvedNewcomer, RegistrationInput } from './input.ts'
import { chargeRegistration } from './limits.ts'
import { heldRegistrationBy, registrationBy } from './mode.ts'
import { newUuid } from './new-uuid.ts'
import { passwordProblem } from './rules.ts'
import { addWaiting, holdsUntil } from './waiting.ts'

/** `made` if the account exists now, `waiting` if an email must be confirmed, whether or not the address is known. */
type RegistrationResult = 'made' | 'waiting'

type RegisterContext = ChangeContext & SecretContext & PasswordContext & SiteContext

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
      const mode = await heldRegistrationBy(context, tx, given.newcomer?.provider)
      if (mode === 'closed') throw new Refused('registration_closed')
      if (given.newcomer) await requireProvider(tx, given.newcomer.provider)
      const invite = await inviteOf(context, tx, given, mode === 'invite')
      if (config.confirmEmail === 'off' || needsNoMail(given)) {
        if (invite) await useInvite(tx, invite.id)
        await endWaiting(tx, given, invite)
        await addAtOnce(context, tx, given, passwordHash, invite)
        return 'made'
      }
      const identity = given.newcomer && identityOf(given.newcomer)
      const said = given.newcomer && saidGroupsOf(given.newcomer)
      const accepted = acceptedNow(context, given.rules)
      await addWaiting(context, tx, { ...given, identity, said, accepted }, passwordHash, invite)
      return 'waiting'
    })
  } catch (error) {
    if (isOfMode(error)) await readAgain(context)
    if (!(error instanceof UniqueViolation)) throw error
    throw new Refused(reasonOf(error), { cause: error })
  }
}

/** Returns true if the mode may have changed since this instance has read it. */
const isOfMode = (error: unknown): boolean =>
  error instanceof Refused && (error.reason === 'registration_closed' || error.reason === 'invite_invalid')

/** The page that is shown next asks for an invite if one is needed now. */
async function readAgain({ settings }: RegisterContext): Promise<void> {
  settings.outdate()
  await settings.refresh()
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
  const { email, newcomer, password, rules } = given
  const mayBeEmpty = newcomer !== undefined && newcomer.identity.email === undefined
  const isEmail = isMailAddress(email) || (mayBeEmpty && email === '')
  const problems = [
    await problemOfName(context, given),
    isEmail ? undefined : ('email_malformed' as const),
    newcomer ? undefined : await passwordProblem(context, password, given),
    (await areRulesInForce(context, rules)) ? undefined : ('rules_not_accepted' as const),
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
  { browser, email, invite }: RegistrationInput,
  isNeeded: boolean,
): Promise<InviteRow | undefined> {
  if (!isNeeded && invite === '') return undefined
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
  { username, email, language, address, newcomer, rules }: RegistrationInput,
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
    rules: acceptedNow(context, rules),
  })
  const by = accountActor({ id, username }, address)
  await addAccount(context, tx, by, row)
  if (newcomer) await addIdentity(context, tx, by, id, identityOf(newcomer))
  if (invite?.group_name) await enterGroup(context, tx, by, invite.group_name, id)
}

const identityOf = ({ provider, identity: { subject, username, email } }: ProvedNewcomer): AddedIdentity => ({
  provider: provider.name,
  subject,
  name: username ?? null,
  email: email ?? null,
})
