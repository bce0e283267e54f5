import type { Asker } from '../../lib/queue/fair-gate.ts'
import { GateFull } from '../../lib/queue/gate.ts'
import { type About, maxPasswordLength } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import { HashUnusable } from '../../passwords/passwords.ts'
import { replacePasswordHash } from '../../storage/accounts/accounts.ts'
import type { CredentialsRow } from '../../storage/limits/logins.ts'
import type { Context } from '../context.ts'

/** What was proved, and against which stored hash. */
export interface Proof {
  row: CredentialsRow
  password: string
  /** The app's code or a recovery code. Undefined where the password came alone. */
  totp: string | undefined
}

/** What is to be proved, and by what. */
interface Claim {
  /** Called before the first hash is computed, when it is about to be. */
  take: () => Promise<void>
  /** Undefined where no account has the login. */
  row: CredentialsRow | undefined
  about: About
  secret: string
}

/**
 * The whole string is tried first: a password may itself end in `:123456`. How many hashes are computed
 * depends on what was typed alone, never on the account.
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
    // One character too many is enough to be wrong: the rest of an endless one need not be hashed.
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

/**
 * A hash of another algorithm or of earlier costs is replaced while the password is at hand. Answers the hash
 * that is proved from now on.
 */
export async function renewHash(
  { db, passwords }: Pick<Context, 'db' | 'passwords'>,
  { row, password }: Proof,
  asker: Asker,
): Promise<string> {
  if (!passwords.isOutdated(row.password_hash)) return row.password_hash
  const hash = await passwords.hash(password, asker).catch((error: unknown) => {
    // Under load the old hash serves until the next sign-in.
    if (error instanceof GateFull) return undefined
    throw error
  })
  if (hash === undefined) return row.password_hash
  await replacePasswordHash(db, row.id, row.password_hash, hash)
  return hash
}
