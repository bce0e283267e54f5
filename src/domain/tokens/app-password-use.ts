// How a launcher's sign-in finds and marks an app password (docs/decisions/0115-app-passwords.md).
import { readAppPassword } from '../../lib/crypto/app-password.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import { type Device, storedDevice } from '../../model/accounts/credential.ts'
import { setAppPasswordUsed } from '../../storage/credentials/app-passwords.ts'
import type { TypedAppPassword } from '../../storage/limits/logins.ts'
import type { ReadContext, SecretContext } from '../context.ts'

/** The interval at which the last use of an app password is written. */
const usedEveryMs = 5 * minuteMs

/** Returns the text whose digest finds an app password. `code` is what `readAppPassword` returns. */
const digested = (code: string): string => `app password:${code}`

/** Returns the digests that a typed text has as an app password, under all keys; none if it can't be one. */
export function appPasswordDigests({ loginDigests }: SecretContext, typed: string): string[] {
  const code = readAppPassword(typed)
  return code === undefined ? [] : loginDigests.allForRows(digested(code))
}

/** Returns the digest of an app password under the newest key. */
export const newAppPasswordDigest = ({ loginDigests }: SecretContext, appPassword: string): string =>
  loginDigests.forRow(digested(readAppPassword(appPassword) ?? ''))

/** Remembers when and from where it was used, unless that was written a moment ago. */
export async function markAppPassword(
  context: ReadContext & SecretContext,
  { id, digest, last_used_at }: TypedAppPassword,
  used: { secret: string; userAgent?: string | undefined; address: string },
): Promise<void> {
  const at = context.clock()
  const newest = newAppPasswordDigest(context, used.secret)
  // Also to the digest under the newest key, before the former one is forgotten.
  if ((last_used_at ?? 0) > at - usedEveryMs && digest === newest) return
  const device: Device = storedDevice({ userAgent: used.userAgent, address: used.address })
  await setAppPasswordUsed(context.db, { id, digest: newest, at, ...device })
}
