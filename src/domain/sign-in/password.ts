import { readRecoveryCode } from '../../lib/crypto/recovery-code.ts'
import type { Asker } from '../../lib/queue/fair-gate.ts'
import { GateFull } from '../../lib/queue/gate.ts'
import { typedCode } from '../../lib/text/typed-code.ts'
import { type About, type Account, maxPasswordLength } from '../../model/accounts/account.ts'
import { isAdministrator } from '../../model/accounts/role.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { HashUnusable } from '../../passwords/passwords.ts'
import { replacePasswordHash } from '../../storage/accounts/accounts.ts'
import type { CredentialsRow } from '../../storage/limits/logins.ts'
import type { ChangeContext, PasswordContext, ReadContext } from '../context.ts'

/**
 * Returns true if the password of an account counts: with NORN_PASSWORD_SIGN_IN=off nowhere but on `/sign-in?local`
 * (`isLocal`), for administrators (docs/decisions/0127-passwords-off.md).
 */
export const isPasswordGood = (
  { config }: Pick<ReadContext, 'config'>,
  { roles }: Pick<Account, 'roles'>,
  isLocal: boolean,
): boolean => config.passwordSignIn === 'on' || (isLocal && isAdministrator({ roles }))

/** The parts of a secret that were proved, and the stored hash they match. */
export interface Proof {
  row: CredentialsRow
  /** In the spelling that was hashed. */
  password: string
  /** The app's code or a recovery code. Undefined if there was only a password. */
  totp: string | undefined
}

/** The secret to be checked and the account it is checked for. */
interface Claim {
  /** Called before the first hash is computed. */
  take: () => Promise<void>
  /** Called if there is a code that will not be checked. Takes as long as a check. */
  pretend: () => Promise<void>
  /** Undefined if no account has the login. */
  row: CredentialsRow | undefined
  about: About
  secret: string
}

/**
 * Checks a password, or a password and a code. The whole string is tried first, because a password may end in
 * `:123456`. The number of hashes that are computed, and of charges to budgets, depends only on the input, never on the
 * account. A code is read as the pages read it: authenticator apps show it in two groups, and a keyboard for Chinese
 * writes a wide colon.
 */
export async function checkPassword(
  context: ChangeContext & PasswordContext,
  claim: Claim,
  asker: Asker,
): Promise<Proof | undefined> {
  const { row, secret } = claim
  const whole = await matchingSpelling(context, claim, asker)
  if (whole !== undefined) return row && { row, password: whole, totp: undefined }
  const [end = '', code = ''] = codeBehind.exec(secret.slice(-maxCodeLength - 1)) ?? []
  const totp = typedCode(code)
  if (!isCode(totp)) return undefined
  const before = secret.slice(0, secret.length - end.length)
  const password = await matchingSpelling(context, { ...claim, secret: before }, asker)
  if (password !== undefined && row?.totp_secret) return { row, password, totp }
  await claim.pretend()
  return undefined
}

/** The longest code behind a password, with what people put between its groups. */
const maxCodeLength = 20
const codeBehind = /[:：]([^:：\s][^:：]*[^:：\s])$/

const isCode = (text: string): boolean => /^\d{6}$/.test(text) || readRecoveryCode(text) !== undefined

async function matchingSpelling(
  { passwords, log }: ChangeContext & PasswordContext,
  { row, about, secret, take }: Claim,
  asker: Asker,
): Promise<string | undefined> {
  // A single excess character is enough to be wrong, so the rest of a very long one is not hashed.
  const typed = secret.slice(0, maxPasswordLength + 1)
  try {
    return await passwords.matchingSpelling(row?.password_hash, typed, asker, take)
  } catch (error) {
    if (error instanceof GateFull) throw new Refused('overloaded', { retryAfter: 1, about })
    if (error instanceof HashUnusable) {
      log.warn(
        { account: row?.id, username: row?.username, err: error },
        'password could not be checked: set a new one',
      )
      return undefined
    }
    throw error
  }
}

/** Replaces a hash of another algorithm, old costs or another spelling while the password is known. Returns the stored hash. */
export async function renewHash(
  { db, passwords }: ReadContext & PasswordContext,
  { row, password }: Proof,
  asker: Asker,
): Promise<string> {
  if (!passwords.isOutdated(row.password_hash, password)) return row.password_hash
  const hash = await passwords.hash(password, asker).catch((error: unknown) => {
    // Under load, the old hash serves until the next sign-in.
    if (error instanceof GateFull) return undefined
    throw error
  })
  if (hash === undefined) return row.password_hash
  await replacePasswordHash(db, row.id, row.password_hash, hash)
  return hash
}
