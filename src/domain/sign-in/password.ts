import type { Asker } from '../../lib/queue/fair-gate.ts'
import { GateFull } from '../../lib/queue/gate.ts'
import { type About, maxPasswordLength } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { HashUnusable } from '../../passwords/passwords.ts'
import { replacePasswordHash } from '../../storage/accounts/accounts.ts'
import type { CredentialsRow } from '../../storage/limits/logins.ts'
import type { Context } from '../context.ts'

/** The parts of a secret that were proved, and the stored hash they match. */
export interface Proof {
  row: CredentialsRow
  password: string
  /** The app's code or a recovery code. Undefined if there was only a password. */
  totp: string | undefined
}

/** The secret to be checked and the account it is checked for. */
interface Claim {
  /** Called before the first hash is computed. */
  take: () => Promise<void>
  /** Undefined if no account has the login. */
  row: CredentialsRow | undefined
  about: About
  secret: string
}

/**
 * Checks a password, or a password and a code. The whole string is tried first, because a password may end in
 * `:123456`. The number of hashes that are computed depends only on the input, never on the account.
 */
export async function checkPassword(
  context: Pick<Context, 'log' | 'passwords'>,
  claim: Claim,
  asker: Asker,
): Promise<Proof | undefined> {
  const { row, secret } = claim
  if (await verify(context, claim, asker)) return row && { row, password: secret, totp: undefined }
  const [, password, totp] = /^(.*):(\d{6}|[0-9a-z]{5}-[0-9a-z]{5})$/is.exec(secret) ?? []
  if (password === undefined || totp === undefined) return undefined
  if (!(await verify(context, { ...claim, secret: password }, asker)) || !row?.totp_secret) return undefined
  return { row, password, totp }
}

async function verify(
  { passwords, log }: Pick<Context, 'log' | 'passwords'>,
  { row, about, secret, take }: Claim,
  asker: Asker,
): Promise<boolean> {
  try {
    // A single excess character is enough to be wrong, so the rest of a very long one is not hashed.
    return await passwords.verify(row?.password_hash, secret.slice(0, maxPasswordLength + 1), asker, take)
  } catch (error) {
    if (error instanceof GateFull) throw new Refused('overloaded', { retryAfter: 1, about })
    if (error instanceof HashUnusable) {
      log.warn(
        { account: row?.id, username: row?.username, err: error },
        'password could not be checked: set a new one',
      )
      return false
    }
    throw error
  }
}

/** Replaces a hash of another algorithm or old costs while the password is known. Returns the stored hash. */
export async function renewHash(
  { db, passwords }: Pick<Context, 'db' | 'passwords'>,
  { row, password }: Proof,
  asker: Asker,
): Promise<string> {
  if (!passwords.isOutdated(row.password_hash)) return row.password_hash
  const hash = await passwords.hash(password, asker).catch((error: unknown) => {
    // Under load, the old hash serves until the next sign-in.
    if (error instanceof GateFull) return undefined
    throw error
  })
  if (hash === undefined) return row.password_hash
  await replacePasswordHash(db, row.id, row.password_hash, hash)
  return hash
}
