import { networkGroups } from '../../lib/address.ts'
import { fold } from '../../lib/fold.ts'
import { isMailAddress } from '../../model/account.ts'
import { accountActor } from '../../model/actor.ts'
import { digestOfLink } from '../../model/credential.ts'
import { overloaded } from '../../model/overloaded.ts'
import { Refused } from '../../model/refusal.ts'
import { accountByKey } from '../../storage/accounts.ts'
import { type Transaction, UniqueViolation } from '../../storage/database.ts'
import { inviteLeft, useInvite } from '../../storage/invites.ts'
import {
  deleteReplacedRegistrations,
  insertRegistration,
  isNameWaiting,
} from '../../storage/registrations.ts'
import { newAccountRow } from '../accounts/account-row.ts'
import type { Context } from '../context.ts'
import { mailLifetimeMs, sendMail } from '../mail.ts'
import { addAccount, newAccountId } from './add-account.ts'
import { hashChosen } from './hash-chosen.ts'
import { chargeMail, chargeRegistration, mayBeSentLink } from './limits.ts'
import { type PasswordProblem, passwordProblem, type UsernameProblem, usernameProblem } from './rules.ts'

/** What somebody who wants an account has typed. */
export interface Registering {
  username: string
  email: string
  password: string
  /** An invite's code; empty where there is none. */
  invite: string
  /** Of the page. */
  language: string
  /** The client's address. */
  address: string
}

export interface RegistrationProblems {
  username?: UsernameProblem | 'taken'
  email?: 'malformed' | 'taken'
  password?: PasswordProblem
  invite?: 'invalid'
}

/** `made` at once, or `waiting` for its e-mail to be confirmed, known or not. */
export type Registered = { problems: RegistrationProblems } | 'made' | 'waiting'

export type RegisterContext = Pick<
  Context,
  'clock' | 'config' | 'db' | 'log' | 'passwords' | 'random' | 'registrationGate' | 'secrets'
>

/** As many may wait for their confirmation. */
const maxWaiting = 10_000
const tokenBytes = 16

/**
 * Whether the e-mail is known makes no difference but in the words of the mail: the same rows are written, and the
 * name is kept for the same time. Throws Refused `registration_closed`, `too_many_registrations`, `too_many_mails`,
 * `overloaded`.
 */
export async function register(context: RegisterContext, given: Registering): Promise<Registered> {
  if (context.config.registration === 'closed') throw new Refused('registration_closed')
  const asker = { groups: networkGroups(given.address) }
  return context.registrationGate.run(asker, () => registerInTurn(context, given)).catch(overloaded)
}

async function registerInTurn(context: RegisterContext, given: Registering): Promise<Registered> {
  const { config } = context
  const problems = await problemsOf(context, given)
  if (Object.keys(problems).length > 0) return { problems }
  await chargeRegistration(context, given.address)
  if (config.confirmEmail === 'on') await chargeMail(context, given.address)
  const passwordHash = await hashChosen(context, given.password, given.address)
  try {
    return await context.db.transaction(async (tx) => {
      const invite = await inviteOf(context, tx, given)
      if (config.confirmEmail === 'off') {
        if (invite !== undefined) await useInvite(tx, invite)
        await addAtOnce(context, tx, given, passwordHash)
        return 'made'
      }
      await addWaiting(context, tx, given, passwordHash, invite)
      return 'waiting'
    })
  } catch (error) {
    if (error instanceof Refused && error.reason === 'invite_invalid')
      return { problems: { invite: 'invalid' } }
    if (!(error instanceof UniqueViolation)) throw error
    return { problems: /email/.test(error.key) ? { email: 'taken' } : { username: 'taken' } }
  }
}

/** Everything that is wrong at once, but for the invite: whoever tries codes is to be counted. */
async function problemsOf(context: RegisterContext, given: Registering): Promise<RegistrationProblems> {
  const { username, email, password } = given
  const name = usernameProblem(context, username) ?? (await takenName(context, given))
  const secret = await passwordProblem(context, password, { username, email })
  return {
    ...(name && { username: name }),
    ...(!isMailAddress(email) && { email: 'malformed' }),
    ...(secret && { password: secret }),
  }
}

async function takenName(
  { clock, db }: RegisterContext,
  { username, email }: Registering,
): Promise<'taken' | undefined> {
  const value = fold(username)
  const [account, isWaiting] = await Promise.all([
    accountByKey(db, { column: 'username_folded', value }),
    isNameWaiting(db, value, fold(email), clock()),
  ])
  return account || isWaiting ? 'taken' : undefined
}

/** The id of the invite, where one is asked for. Throws Refused `invite_invalid`. */
async function inviteOf(
  { clock, config }: RegisterContext,
  tx: Transaction,
  { invite }: Registering,
): Promise<string | undefined> {
  if (config.registration !== 'invite') return undefined
  const found = await inviteLeft(tx, invite, clock())
  if (!found) throw new Refused('invite_invalid')
  return found.id
}

async function addAtOnce(
  context: RegisterContext,
  tx: Transaction,
  { username, email, language, address }: Registering,
  passwordHash: string,
): Promise<void> {
  const { clock } = context
  const id = await newAccountId(context, tx, username)
  const row = newAccountRow({
    id,
    username,
    email,
    passwordHash,
    language,
    totpSecret: null,
    createdAt: clock(),
  })
  await addAccount(context, tx, accountActor({ id, username }, address), row)
}

async function addWaiting(
  context: RegisterContext,
  tx: Transaction,
  { username, email, language }: Registering,
  passwordHash: string,
  invite: string | undefined,
): Promise<void> {
  const { clock, random } = context
  // Nobody is told: whoever reads the mail of that address has been sent enough of them.
  if (!(await mayBeSentLink(tx, context, email))) return
  const now = clock()
  const names = { username_folded: fold(username), email_folded: fold(email) }
  await deleteReplacedRegistrations(tx, names.username_folded, names.email_folded, now)
  const token = random.bytes(tokenBytes).toString('base64url')
  const row = {
    digest: digestOfLink('register', token),
    username,
    email,
    ...names,
    password_hash: passwordHash,
    language,
    invite_id: invite ?? null,
    expires_at: now + mailLifetimeMs.register,
  }
  if (!(await insertRegistration(tx, row, maxWaiting))) throw new Refused('overloaded', { retryAfter: 60 })
  const known = await accountByKey(tx, { column: 'email_folded', value: names.email_folded })
  // The token of a known address is sent to nobody: its row keeps the name, and expires.
  const to = known && { email: known.email ?? email, language: known.language }
  if (to) await sendMail(context, tx, to, { kind: 'registered', username: known.username })
  else await sendMail(context, tx, { email, language }, { kind: 'register', username, token })
}
