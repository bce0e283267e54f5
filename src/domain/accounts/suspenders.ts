import type { Actor } from '../../model/accounts/actor.ts'
import { isAdministrator, type Role, readRoles, suspensionBar } from '../../model/accounts/role.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import type { Queries } from '../../storage/engine/database.ts'

/** An account or a visitor. */
interface Suspendable {
  /** The UUID of the account, or of the one that the visitor is linked to. */
  account: string | undefined
  suspension: { by: Role | undefined } | undefined
}

/**
 * Returns as what the actor suspends or restores. Commands and the API do it as administrators. Throws Refused
 * `role_missing`.
 */
export async function suspenderOf(db: Queries, by: Actor, subject: Suspendable): Promise<Role> {
  const holder = by.kind === 'account' ? await holderOf(db, by.id) : { roles: ['admin' as const] }
  if (isAdministrator(holder)) return 'admin'
  if (await barFor(db, holder, subject)) {
    throw new Refused('role_missing', subject.account === undefined ? {} : { about: { id: subject.account } })
  }
  return 'moderator'
}

/** Returns why the holder of a role may not suspend or restore somebody. */
export const barFor = async (
  db: Queries,
  holder: { roles: readonly Role[] },
  { account, suspension }: Suspendable,
) => suspensionBar(holder, await holderOf(db, account), suspension)

async function holderOf(db: Queries, id: string | undefined): Promise<{ roles: readonly Role[] }> {
  const row = id === undefined ? undefined : await accountByKey(db, { column: 'id', value: id })
  return { roles: readRoles(row?.roles ?? null) }
}
