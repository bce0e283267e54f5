import { GateFull } from '../../lib/gate.ts'
import { maxPasswordLength } from '../../model/account.ts'
import { Refused } from '../../model/refusal.ts'
import { replacePasswordHash } from '../../storage/accounts.ts'
import type { CredentialsRow } from '../../storage/logins.ts'
import type { Context } from '../context.ts'

/** What was proved, and against which stored hash. */
export interface Proof {
  row: CredentialsRow
  password: string
  /** Undefined where the password came alone. */
  totp: string | undefined
}

/**
 * The whole string is tried first: a password may itself end in `:123456`. How many hashes are computed
 * depends on what was typed alone, never on the account.
 */
export async function checkPassword(
  context: Pick<Context, 'passwords'>,
  row: CredentialsRow | undefined,
  secret: string,
): Promise<Proof | undefined> {
  if (await verify(context, row, secret)) return row && { row, password: secret, totp: undefined }
  const [, password, totp] = /^(.*):(\d{6})$/s.exec(secret) ?? []
  if (password === undefined || totp === undefined) return undefined
  if (!(await verify(context, row, password)) || !row?.totp_secret) return undefined
  return { row, password, totp }
}

async function verify(
  { passwords }: Pick<Context, 'passwords'>,
  row: CredentialsRow | undefined,
  password: string,
): Promise<boolean> {
  try {
    // One character too many is enough to be wrong: the rest of an endless one need not be hashed.
    return await passwords.verify(row?.password_hash, password.slice(0, maxPasswordLength + 1))
  } catch (error) {
    if (error instanceof GateFull) throw new Refused('overloaded', { retryAfter: 1 })
    throw error
  }
}

/** A hash of another algorithm or of earlier costs is replaced while the password is at hand. */
export async function renewHash(
  { db, passwords }: Pick<Context, 'db' | 'passwords'>,
  { row, password }: Proof,
): Promise<void> {
  if (!passwords.isOutdated(row.password_hash)) return
  const hash = await passwords.hash(password).catch((error: unknown) => {
    // Under load the old hash serves until the next sign-in.
    if (error instanceof GateFull) return undefined
    throw error
  })
  if (hash !== undefined) await replacePasswordHash(db, row.id, row.password_hash, hash)
}
