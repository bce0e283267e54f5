import { readRoles } from '../../model/accounts/role.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { unusableHash } from '../../passwords/passwords.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { AccountRow } from '../../storage/schema/rows/accounts.ts'
import { identitiesOfAccount } from '../../storage/sign-in/linked-identities.ts'
import { passkeysOf } from '../../storage/sign-in/passkeys.ts'
import type { ReadContext } from '../context.ts'
import { isPasswordGood } from '../sign-in/password.ts'

/**
 * Requires that an account can sign in on pages: with a password that counts, a passkey or through a provider. Throws
 * Refused `last_way_in`.
 */
export async function requireWayIn(
  context: ReadContext,
  tx: Transaction,
  { id, password_hash, roles }: Pick<AccountRow, 'id' | 'password_hash' | 'roles'>,
): Promise<void> {
  if (password_hash !== unusableHash && isPasswordGood(context, { roles: readRoles(roles) }, true)) return
  if ((await passkeysOf(tx, id)).length > 0) return
  if ((await identitiesOfAccount(tx, id)).length > 0) return
  throw new Refused('last_way_in', { about: { id } })
}
