import { clientNetwork } from '../lib/address.ts'
import { digest } from '../lib/digest.ts'
import { fold } from '../lib/fold.ts'
import { GateFull } from '../lib/gate.ts'
import { matchTotp } from '../lib/totp.ts'
import { type Account, accountKey, longestPassword } from '../model/account.ts'
import { Refused } from '../model/refusal.ts'
import { replacePasswordHash } from '../storage/accounts.ts'
import { type CredentialsRow, credentialsByKey, type LoginKey } from '../storage/credentials.ts'
import { guessKeys } from '../storage/guesses.ts'
import { useTotpStep } from '../storage/totp-steps.ts'
import { toAccount } from './accounts.ts'
import { checkGuesses, countGuess, rememberAddress } from './guesses.ts'
import type { Services } from './services.ts'

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
export async function authenticate(services: Services, credentials: Credentials): Promise<Account> {
  const { account, proof } = await prove(services, credentials, 'required')
  if (account.suspension) throw new Refused('account_suspended', { about: account.id })
  await renewHash(services, proof)
  return account
}

/** As authenticate, where the password alone is enough: for what only takes away. */
export async function proveToTakeAway(services: Services, credentials: Credentials): Promise<Account> {
  return (await prove(services, credentials, 'optional')).account
}

async function prove(services: Services, credentials: Credentials, secondFactor: 'required' | 'optional') {
  const { login, secret, address } = credentials
  const network = clientNetwork(address)
  const stranger = digest(fold(login))
  const { row, levels } = await credentialsByKey(services.db, loginKey(login), { network, stranger })
  checkGuesses(services, levels)
  const keys = guessKeys(network, row?.id ?? stranger)
  const proof = await checkPassword(services, row, secret)
  if (proof && proof.totp === undefined && proof.row.totp_secret !== null && secondFactor === 'required') {
    throw new Refused('second_factor_required', { about: proof.row.id })
  }
  if (!proof || !(await checkTotp(services, proof))) {
    await countGuess(services, keys)
    throw new Refused('credentials_invalid', { about: row?.id })
  }
  await rememberAddress(services, keys, levels)
  await services.keys.upTo(proof.row.keys_revision)
  return { account: toAccount(proof.row, services.clock()), proof }
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
  services: Services,
  row: CredentialsRow | undefined,
  secret: string,
): Promise<Proof | undefined> {
  const isPassword = (candidate: string) => verify(services, row, candidate)
  if (await isPassword(secret)) return row && { row, password: secret, totp: undefined }
  const [, password, totp] = /^(.*):(\d{6})$/s.exec(secret) ?? []
  if (password === undefined || totp === undefined) return undefined
  if (!(await isPassword(password)) || !row?.totp_secret) return undefined
  return { row, password, totp }
}

async function verify(
  services: Services,
  row: CredentialsRow | undefined,
  candidate: string,
): Promise<boolean> {
  try {
    return await services.passwords.verify(row?.password_hash, candidate.slice(0, longestPassword + 1))
  } catch (error) {
    if (error instanceof GateFull) throw new Refused('overloaded', { retryAfter: 1 })
    throw error
  }
}

/** A step is used up by the success it brings, and refused ever after. */
async function checkTotp(services: Services, { row, totp }: Proof): Promise<boolean> {
  if (totp === undefined || row.totp_secret === null) return true
  const step = matchTotp(row.totp_secret, totp, services.clock())
  return step !== undefined && useTotpStep(services.db, row.id, step)
}

/** Hashes of other makes and of earlier costs are replaced while the password is at hand. */
async function renewHash(services: Services, { row, password }: Proof): Promise<void> {
  if (!services.passwords.isOutdated(row.password_hash)) return
  const hash = await services.passwords.hash(password).catch((error: unknown) => {
    // Under load the old hash serves until the next sign-in.
    if (error instanceof GateFull) return undefined
    throw error
  })
  if (hash !== undefined) await replacePasswordHash(services.db, row.id, row.password_hash, hash)
}
