import { clientNetwork, networkGroups } from '../../lib/net/address.ts'
import { fold } from '../../lib/text/fold.ts'
import { trimmed } from '../../lib/text/trimmed.ts'
import {
  type About,
  type Account,
  accountKey,
  maxLoginLength,
  type Profile,
} from '../../model/accounts/account.ts'
import { readRoles } from '../../model/accounts/role.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import { isAppPassword } from '../../storage/credentials/app-passwords.ts'
import { type GuessLevels, keysOfAccount } from '../../storage/limits/guesses.ts'
import {
  type CredentialsRow,
  credentialsByKey,
  type LoginKey,
  type TypedAppPassword,
} from '../../storage/limits/logins.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { toAccount } from '../accounts/account-row.ts'
import type { ChangeContext, PasswordContext, ReadContext, SecretContext, TokenContext } from '../context.ts'
import { appPasswordDigests, markAppPassword } from '../tokens/app-password-use.ts'
import { checkCode, pretendToCheckCode } from './codes.ts'
import { checkPassword, isPasswordGood, type Proof, renewHash } from './password.ts'
import { evaluateGuess, type PendingGuess, rememberAddress } from './throttle.ts'

export type SignInDeps = ChangeContext & SecretContext & PasswordContext & TokenContext

/** The credentials presented at a sign-in. */
export interface Credentials {
  /** A username or email address. */
  login: string
  /** The password, or `password:code`, because the launcher protocol has no field for the code. */
  secret: string
  /** The client's address. */
  address: string
  /** The header of the request, which an app password remembers. */
  userAgent?: string | undefined
  /** True on `/sign-in?local`. */
  isLocal?: boolean
}

/** An account whose owner has signed in. */
export interface SignedIn {
  /** The player that a launcher signed in, which may be a character of the account. On the pages, the account. */
  account: Account
  /** The row of the account that proves it, with the hash that the password now matches. */
  row: CredentialsRow
  /** The client's address. */
  address: string
  /** The id of the app password that took the place of the password and the second factor. */
  appPassword?: string
}

/**
 * Returns the player that the credentials of a launcher prove: a password, with a code where there is an app, or an app
 * password. A username signs in that player, an email address the account's primary one. An unknown login, a wrong
 * password of either kind and a wrong or used TOTP code give the same refusal and take the same time. Only somebody who
 * has proved the password learns of a suspension.
 */
export async function authenticate(context: SignInDeps, credentials: Credentials): Promise<SignedIn> {
  const asked = await ask(context, credentials, appPasswordDigests(context, credentials.secret))
  const signedIn = await byAppPassword(context, credentials, asked, 'account_suspended')
  if (signedIn) return signedIn
  const { proof, levels, asker, asking } = await prove(context, credentials, asked, 'required')
  const account = await completeSignIn(context, proof.row, levels, asking.network, asked.player)
  // Only the pages tell the owner of the deletion and let them cancel it.
  if (account.deletesAt !== undefined) throw new Refused('credentials_invalid', { about: account })
  const password_hash = await renewHash(context, proof, asker)
  return { account, row: { ...proof.row, password_hash }, address: credentials.address }
}

/**
 * Completes a sign-in by an app password, which takes no hash, no budget and no place in a queue, and makes no address
 * known. Returns undefined if the account has no such app password. Throws Refused `credentials_invalid`, and `ifSuspended` of a suspended account.
 */
async function byAppPassword(
  context: SignInDeps,
  credentials: Credentials,
  { row, appPassword }: Asked,
  ifSuspended: 'account_suspended' | 'credentials_invalid',
): Promise<SignedIn | undefined> {
  if (!row || !appPassword) return undefined
  const player = await playerOfAppPassword(context, row, appPassword)
  if (!player) return undefined
  await context.keys.upTo(row.keys_revision)
  const account = toAccount(player, context.clock())
  const refused = { about: account, via: 'app_password' } as const
  if (account.suspension || toAccount(row, context.clock()).suspension)
    throw new Refused(ifSuspended, refused)
  if (account.deletesAt !== undefined) throw new Refused('credentials_invalid', refused)
  await markAppPassword(context, appPassword, credentials)
  return { account, row, address: credentials.address, appPassword: appPassword.id }
}

/** Returns the player for whom it was made, whichever login was typed. Undefined if another account has that player now. */
async function playerOfAppPassword(
  { db }: ReadContext,
  row: AccountRow,
  { player_id }: TypedAppPassword,
): Promise<AccountRow | undefined> {
  if (player_id === null) return row
  const player = await accountByKey(db, { column: 'id', value: player_id })
  return player?.owner_id === row.id ? player : undefined
}

/** A proved password, from which no session was made yet. */
export interface PasswordProved {
  row: Pick<CredentialsRow, 'id' | 'credentials_version'>
  /** The digest of the login as it was typed, as `digestOfLogin` returns it. */
  login: string
}

/**
 * Returns the digest of a login, by which wrong guesses at it are counted. It may be an email address or a password
 * that was typed into the wrong field.
 */
export const digestOfLogin = ({ loginDigests }: SecretContext, login: string): string =>
  loginDigests.forRow(fold(trimmed(login)))

/** Returns the proof for an account whose owner has just chosen or entered its password with a link. */
export const provedBy = (
  context: SecretContext,
  username: string,
  row: PasswordProved['row'],
): PasswordProved => ({ row, login: digestOfLogin(context, username) })

/** Checks credentials like `authenticate`, but lets the code follow in a second step, by `proveCode`. */
export async function authenticateFirstStep(
  context: SignInDeps,
  credentials: Credentials,
): Promise<SignedIn | PasswordProved> {
  const asked = await ask(context, credentials)
  const { proof, levels, asker, asking } = await prove(context, credentials, asked, 'optional')
  const isWhole = proof.totp !== undefined || proof.row.totp_secret === null
  const account = isWhole ? await completeSignIn(context, proof.row, levels, asking.network) : undefined
  const row = { ...proof.row, password_hash: await renewHash(context, proof, asker) }
  return account ? { account, row, address: credentials.address } : { row, login: asking.login }
}

/**
 * Completes a sign-in after everything was proved, unless the account is suspended, or the player that a launcher signs
 * in. Returns the player.
 */
export async function completeSignIn(
  context: ReadContext,
  row: CredentialsRow,
  levels: GuessLevels,
  network: string,
  player: AccountRow = row,
): Promise<Account> {
  // A password alone, as for signout, does not make an address known.
  await rememberAddress(context, row.id, keysOfAccount(network, row).known, levels)
  return actingPlayer(context, row, player)
}

/** Returns the player. Throws Refused `account_suspended` if it or its account is suspended. */
function actingPlayer({ clock }: ReadContext, row: AccountRow, player: AccountRow): Account {
  const now = clock()
  const account = toAccount(player, now)
  if (account.suspension || toAccount(row, now).suspension)
    throw new Refused('account_suspended', { about: account })
  return account
}

/** Checks credentials like `authenticate`, but without a code, for requests that only take something away. */
export async function proveToTakeAway(context: SignInDeps, credentials: Credentials): Promise<Account> {
  const asked = await ask(context, credentials, appPasswordDigests(context, credentials.secret))
  const signedIn = await byAppPassword(context, credentials, asked, 'credentials_invalid')
  if (signedIn) return signedIn.account
  const { proof } = await prove(context, credentials, asked, 'optional')
  return toAccount(asked.player ?? proof.row, context.clock())
}

/**
 * Checks that a signed-in user also knows the password. A wrong one is charged as at a sign-in. Throws Refused
 * `credentials_invalid`, `too_many_guesses`.
 */
export async function proveCurrentPassword(
  context: SignInDeps,
  { username }: Profile,
  password: string,
  address: string,
): Promise<void> {
  const credentials = { login: username, secret: password, address }
  await prove(context, credentials, await ask(context, credentials), 'optional')
}

/** Returns the player as it is now, if the proof is still valid. Its credentials may have ended meanwhile. */
export async function stillProved(
  context: ReadContext,
  { account: signedIn, row, address, appPassword }: SignedIn,
): Promise<SignedIn | undefined> {
  const { db } = context
  const now = await accountByKey(db, { column: 'id', value: row.id })
  if (now?.password_hash !== row.password_hash || now.totp_secret !== row.totp_secret) return undefined
  if (appPassword !== undefined && !(await isAppPassword(db, appPassword))) return undefined
  const player = signedIn.id === now.id ? now : await accountByKey(db, { column: 'id', value: signedIn.id })
  if (player === undefined || (player.owner_id ?? player.id) !== now.id) return undefined
  const account = actingPlayer(context, now, player)
  const proved = { account, row: { ...now, keys_revision: row.keys_revision }, address }
  return appPassword === undefined ? proved : { ...proved, appPassword }
}

/** Reads what a sign-in needs, with the app password if its digests are given. */
async function ask(
  context: SignInDeps,
  { login: given, address }: Credentials,
  digests: readonly string[] = [],
) {
  const login = trimmed(given)
  // Covers every spelling of the login that finds the same account. A single excess character is enough, because
  // normalizing takes quadratic time.
  const typed = fold(login.slice(0, maxLoginLength + 1))
  const asking = { network: clientNetwork(address), login: context.loginDigests.forRow(typed) }
  const found = await credentialsByKey(context.db, loginKey(login), asking, digests)
  const about = found.player ?? { loginDigest: context.loginDigests.of(typed) }
  return { ...found, asking, about }
}

type Asked = Awaited<ReturnType<typeof ask>>

async function prove(
  context: SignInDeps,
  { secret, address, isLocal = false }: Credentials,
  { row: found, levels, asking, about }: Asked,
  secondFactor: 'required' | 'optional',
) {
  // A password that is good for nothing takes the way of an unknown login, so that it takes its time, too.
  const row = found && isPasswordGood(context, { roles: readRoles(found.roles) }, isLocal) ? found : undefined
  const groups = networkGroups(address)
  const guess = { address, login: asking.login, levels, about }
  const { proof, isKnown } = await evaluateGuess(context, guess, async (admitted) => {
    const asker = { groups, isKnown: admitted.isKnown }
    const pretend = () => pretendToCheckCode(context, asking.login)
    const claimed = await checkPassword(context, { row, about, secret, take: admitted.take, pretend }, asker)
    if (!claimed || !(await provesCode(context, claimed, secondFactor, address, admitted, about)))
      return undefined
    return { proof: claimed, isKnown: admitted.isKnown }
  })
  await context.keys.upTo(proof.row.keys_revision)
  return { proof, levels, asker: { groups, isKnown }, asking }
}

/** Returns true if the right password came with the required code. Throws Refused `second_factor_required`. */
async function provesCode(
  context: SignInDeps,
  { row, totp }: Proof,
  secondFactor: 'required' | 'optional',
  address: string,
  { isKnown }: PendingGuess,
  about: About,
): Promise<boolean> {
  const { totp_secret } = row
  if (totp_secret === null) return true
  if (totp === undefined && secondFactor === 'optional') return true
  if (totp === undefined) throw new Refused('second_factor_required', { about })
  return checkCode(context, { ...row, totp_secret }, totp, {
    network: clientNetwork(address),
    isKnown,
    address,
    about,
  })
}

/** Returns a key of no account if the text can be neither a username nor an address. A UUID is not a login. */
function loginKey(login: string): LoginKey {
  const key = accountKey(login)
  if (!key || key.column === 'id') return { column: 'username_folded', value: '' }
  return { column: key.column, value: key.value }
}
