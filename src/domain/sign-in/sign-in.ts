import { clientNetwork } from '../../lib/address.ts'
import { digest } from '../../lib/digest.ts'
import { fold } from '../../lib/fold.ts'
import { GateFull } from '../../lib/gate.ts'
import { matchTotp } from '../../lib/totp.ts'
import { type Account, accountKey, longestPassword } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import { replacePasswordHash } from '../../storage/accounts.ts'
import { type CredentialsRow, credentialsByKey, type LoginKey } from '../../storage/credentials.ts'
import { guessKeys } from '../../storage/guesses.ts'
import { useTotpStep } from '../../storage/totp-steps.ts'
import { toAccount } from '../accounts/account-row.ts'
import type { Context } from '../context.ts'
import { checkGuesses, countGuess, rememberAddress } from './throttle.ts'

/** What someone who wants to be let in presents. */
export interface Credentials {
  /** Username or e-mail. */
  login: string
  /** The password, or `password:totp`: the launcher protocol has no field for the code. */
  secret: string
  /** The client's address. */
  address: string
}

/** What was proved, and with which stored hash. */
interface Proof {
  row: CredentialsRow
  password: string
  /** Undefined where the password came alone. */
  totp: string | undefined
}

/**
 * Who is asking? Unknown login, wrong password and wrong or used TOTP code are one refusal and take the
 * same time. A suspended account is told so only after it has proved who it is.
 */
export async function authenticate(context: Context, credentials: Credentials): Promise<Account> {
  const { account, proof } = await prove(context, credentials, 'required')
  if (account.suspension) throw new Refused('account_suspended', { about: account.id })
  await renewHash(context, proof)
  return account
}

/** As authenticate, where the password alone is enough: for what only takes away. */
export async function proveToTakeAway(context: Context, credentials: Credentials): Promise<Account> {
  return (await prove(context, credentials, 'optional')).account
}

async function prove(context: Context, credentials: Credentials, secondFactor: 'required' | 'optional') {
  const { login, secret, address } = credentials
  const network = clientNetwork(address)
  const stranger = digest(fold(login))
  const { row, levels } = await credentialsByKey(context.db, loginKey(login), { network, stranger })
  checkGuesses(context, levels)
  const keys = guessKeys(network, row?.id ?? stranger)
  const proof = await checkPassword(context, row, secret)
  if (proof && proof.totp === undefined && proof.row.totp_secret !== null && secondFactor === 'required') {
    throw new Refused('second_factor_required', { about: proof.row.id })
  }
  if (!proof || !(await checkTotp(context, proof))) {
    await countGuess(context, keys)
    throw new Refused('credentials_invalid', { about: row?.id })
  }
  await rememberAddress(context, keys, levels)
  await context.keys.upTo(proof.row.keys_revision)
  return { account: toAccount(proof.row, context.clock()), proof }
}

/** Nobody's where the text could be no username and no e-mail; a UUID is no login. */
function loginKey(login: string): LoginKey {
  const key = accountKey(login)
  if (!key || key.column === 'id') return { column: 'username_folded', value: '' }
  return { column: key.column, value: key.value }
}

/**
 * The whole string is tried first: a password may itself end in `:123456`. How many hashes are worked out
 * depends on what was typed alone, never on the account.
 */
async function checkPassword(
  context: Context,
  row: CredentialsRow | undefined,
  secret: string,
): Promise<Proof | undefined> {
  const isPassword = (candidate: string) => verify(context, row, candidate)
  if (await isPassword(secret)) return row && { row, password: secret, totp: undefined }
  const [, password, totp] = /^(.*):(\d{6})$/s.exec(secret) ?? []
  if (password === undefined || totp === undefined) return undefined
  if (!(await isPassword(password)) || !row?.totp_secret) return undefined
  return { row, password, totp }
}

async function verify(
  context: Context,
  row: CredentialsRow | undefined,
  candidate: string,
): Promise<boolean> {
  try {
    return await context.passwords.verify(row?.password_hash, candidate.slice(0, longestPassword + 1))
  } catch (error) {
    if (error instanceof GateFull) throw new Refused('overloaded', { retryAfter: 1 })
    throw error
  }
}

/** A step is used up by the success it brings, and refused ever after. */
async function checkTotp(context: Context, { row, totp }: Proof): Promise<boolean> {
  if (totp === undefined || row.totp_secret === null) return true
  const step = matchTotp(row.totp_secret, totp, context.clock())
  return step !== undefined && useTotpStep(context.db, row.id, step)
}

/** Hashes of other makes and of earlier costs are replaced while the password is at hand. */
async function renewHash(context: Context, { row, password }: Proof): Promise<void> {
  if (!context.passwords.isOutdated(row.password_hash)) return
  const hash = await context.passwords.hash(password).catch((error: unknown) => {
    // Under load the old hash serves until the next sign-in.
    if (error instanceof GateFull) return undefined
    throw error
  })
  if (hash !== undefined) await replacePasswordHash(context.db, row.id, row.password_hash, hash)
}
