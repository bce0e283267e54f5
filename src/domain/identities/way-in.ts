import { Refused } from '../../model/errors/refusal.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/schema.ts'
import { identitiesOfAccount } from '../../storage/sign-in/linked-identities.ts'
import { passkeysOf } from '../../storage/sign-in/passkeys.ts'

/**
 * Requires that an account can sign in on pages: with a password, a passkey or through a provider. Throws Refused
 * `last_way_in`.
 */
export async function requireWayIn(
  tx: Transaction,
  { id, password_hash }: Pick<AccountRow, 'id' | 'password_hash'>,
): Promise<void> {
  if (password_hash !== unusableHash) return
  if ((await passkeysOf(tx, id)).length > 0) return
  if ((await identitiesOfAccount(tx, id)).length > 0) return
  throw new Refused('last_way_in', { about: { id } })
}
