import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import {
  isAdministrator,
  type Role,
  readRoles,
  roles,
  rolesText,
  suspensionBar,
} from '../../model/accounts/role.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import { lockRoles, rowsWithRoles, setRoles } from '../../storage/accounts/roles.ts'
import { deleteSetupCodes } from '../../storage/accounts/setup-codes.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import { type ChangeResult, change } from '../change.ts'
import { lockedOwner } from '../characters/account-only.ts'
import type { ChangeContext, ReadContext } from '../context.ts'
import { toAccount } from './account-row.ts'

/** Grants a role. If the account has it already, nothing changes and nothing is recorded. */
export function grantRole(context: ChangeContext, by: Actor, account: Account, role: Role): Promise<Account> {
  return changeRoles(context, by, account, role, true)
}

/**
 * Removes a role. If the account does not have it, nothing changes. Throws Refused `last_administrator`, except on the
 * command line, whose user can grant the role again.
 */
export function ungrantRole(
  context: ChangeContext,
  by: Actor,
  account: Account,
  role: Role,
): Promise<Account> {
  return changeRoles(context, by, account, role, false)
}

/** Gives the account exactly these roles, and returns the events. It locks all roles, so call it first. */
export async function setRolesIn(
  context: ReadContext,
  tx: Transaction,
  by: Actor,
  account: Account,
  wanted: readonly Role[],
): Promise<AuditEvent[]> {
  const events: AuditEvent[] = []
  for (const role of roles) {
    events.push(...(await changeRole(context, tx, by, account, role, wanted.includes(role))).events)
  }
  return events
}

function changeRoles(
  context: ChangeContext,
  by: Actor,
  account: Account,
  role: Role,
  isGranted: boolean,
): Promise<Account> {
  return change(context, by, (tx) => changeRole(context, tx, by, account, role, isGranted))
}

async function changeRole(
  context: ReadContext,
  tx: Transaction,
  by: Actor,
  { id }: Account,
  role: Role,
  isGranted: boolean,
): Promise<ChangeResult & { result: Account }> {
  await lockRoles(tx)
  const account = toAccount(await lockedOwner(tx, id), context.clock())
  if (account.roles.includes(role) === isGranted) return { events: [], result: account }
  const held = isGranted ? [...account.roles, role] : account.roles.filter((each) => each !== role)
  if (role === 'admin' && !isGranted) await keepAdministrator(context, tx, by, account)
  await setRoles(tx, id, rolesText(held))
  if (role === 'admin' && isGranted) await deleteSetupCodes(tx)
  const event = isGranted ? 'account.granted' : 'account.ungranted'
  return { events: [{ event, account: id, details: { role } }], result: { ...account, roles: held } }
}

/**
 * Must be called before an account loses the role, is suspended or deleted. Throws Refused `last_administrator` if
 * nobody else could open the pages of administration.
 */
export async function keepAdministrator(
  context: ReadContext,
  tx: Transaction,
  by: Actor,
  account: Pick<Account, 'id' | 'roles'>,
): Promise<void> {
  if (by.kind === 'cli' || !isAdministrator(account)) return
  await lockRoles(tx)
  const [first, second] = await administrators(context, tx)
  if (first?.id === account.id && !second) throw new Refused('last_administrator', { about: account })
}

/** Returns the administrators who can sign in and are not about to be deleted. */
async function administrators({ clock }: ReadContext, db: Queries): Promise<Account[]> {
  const accounts = (await rowsWithRoles(db)).map((row) => toAccount(row, clock()))
  return accounts.filter(
    (account) => isAdministrator(account) && !account.suspension && account.deletesAt === undefined,
  )
}

export const hasAdministrator = async (context: ReadContext): Promise<boolean> =>
  (await administrators(context, context.db)).length > 0

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
