import { clientNetwork } from '../../lib/address.ts'
import { digest } from '../../lib/digest.ts'
import { fold } from '../../lib/fold.ts'
import { matchTotp } from '../../lib/totp.ts'
import { type Account, accountKey, maxLoginLength } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import { totpSecretPlace } from '../../storage/encryption.ts'
import { guessKeys } from '../../storage/guesses.ts'
import { credentialsByKey, type LoginKey } from '../../storage/logins.ts'
import { useTotpStep } from '../../storage/totp-steps.ts'
import { toAccount } from '../accounts/account-row.ts'
import type { Context } from '../context.ts'
import { checkPassword, type Proof, renewHash } from './password.ts'
import { checkGuesses, countGuess, rememberAddress } from './throttle.ts'

type Needed = Pick<Context, 'db' | 'clock' | 'config' | 'passwords' | 'keys' | 'secrets'>

/** What somebody who signs in presents. */
export interface Credentials {
  /** Username or e-mail. */
  login: string
  /** The password, or `password:totp`: the launcher protocol has no field for the code. */
  secret: string
  /** The client's address. */
  address: string
}

/**
 * The account that the credentials prove. Unknown login, wrong password and wrong or used TOTP code are one
 * refusal and take the same time. Only who has proved the password is told of a suspension.
 */
export async function authenticate(context: Needed, credentials: Credentials): Promise<Account> {
  const { account, proof } = await prove(context, credentials, 'required')
  if (account.suspension) throw new Refused('account_suspended', { about: account.id })
  await renewHash(context, proof)
  return account
}

/** As authenticate, where the password alone is enough: for requests that only take something away. */
export async function proveToTakeAway(context: Needed, credentials: Credentials): Promise<Account> {
  return (await prove(context, credentials, 'optional')).account
}

async function prove(context: Needed, credentials: Credentials, secondFactor: 'required' | 'optional') {
  const { login, secret, address } = credentials
  const network = clientNetwork(address)
  // Guesses at a login that no account has are counted as well, under the login.
  // One character too many is enough: normalizing takes time in the square of the length.
  const loginDigest = digest(fold(login.slice(0, maxLoginLength + 1)))
  const asking = { network, stranger: loginDigest }
  const { row, levels } = await credentialsByKey(context.db, loginKey(login), asking)
  checkGuesses(context, levels)
  const keys = guessKeys(network, row?.id ?? loginDigest)
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

/** A key that no account has where the text can be neither username nor e-mail; a UUID is not a login. */
function loginKey(login: string): LoginKey {
  const key = accountKey(login)
  if (!key || key.column === 'id') return { column: 'username_folded', value: '' }
  return { column: key.column, value: key.value }
}

/** A time step is used up by the sign-in that succeeds with it, and refused from then on. */
async function checkTotp(
  { db, clock, secrets }: Pick<Context, 'db' | 'clock' | 'secrets'>,
  { row, totp }: Proof,
): Promise<boolean> {
  if (totp === undefined || row.totp_secret === null) return true
  const secret = await secrets.open(db, totpSecretPlace(row.id), row.totp_secret)
  const step = matchTotp(secret, totp, clock())
  return step !== undefined && useTotpStep(db, row.id, step)
}
