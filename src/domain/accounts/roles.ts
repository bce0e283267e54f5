import type { Account } from '../../model/account.ts'
import type { Actor } from '../../model/actor.ts'
import type { AuditEvent } from '../../model/audit.ts'
import { Refused } from '../../model/refusal.ts'
import { isAdministrator, type Role, roles, rolesText } from '../../model/role.ts'
import { accountByKey } from '../../storage/accounts/accounts.ts'
import { holdRoles, rowsWithRoles, setRoles } from '../../storage/accounts/roles.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import { type Changed, change } from '../change.ts'
import type { Changing, Context, Reading } from '../context.ts'
import { toAccount } from './account-row.ts'

/** Who has the role already keeps it, and nothing is recorded. */
export function grantRole(context: Changing, by: Actor, account: Account, role: Role): Promise<Account> {
  return changeRoles(context, by, account, role, true)
}

/**
 * Who does not have the role is left as they are. Throws Refused `last_administrator`; on the command line it is done
 * all the same: who runs it can grant the role again.
 */
export function ungrantRole(context: Changing, by: Actor, account: Account, role: Role): Promise<Account> {
  return changeRoles(context, by, account, role, false)
}

/**
 * Gives the account exactly these roles as the first part of a larger change, since all roles are locked. Answers the
 * events of it.
 */
export async function setRolesIn(
  context: Pick<Context, 'clock'>,
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
  context: Changing,
  by: Actor,
  account: Account,
  role: Role,
  isGranted: boolean,
): Promise<Account> {
  return change(context, by, (tx) => changeRole(context, tx, by, account, role, isGranted))
}

async function changeRole(
  context: Pick<Context, 'clock'>,
  tx: Transaction,
  by: Actor,
  { id }: Account,
  role: Role,
  isGranted: boolean,
): Promise<Changed & { result: Account }> {
  await holdRoles(tx)
  const row = await accountByKey(tx, { column: 'id', value: id })
  if (!row) throw new Refused('account_unknown')
  const account = toAccount(row, context.clock())
  if (account.roles.includes(role) === isGranted) return { events: [], result: account }
  const held = isGranted ? [...account.roles, role] : account.roles.filter((each) => each !== role)
  if (role === 'admin' && !isGranted) await keepAdministrator(context, tx, by, account)
  await setRoles(tx, id, rolesText(held))
  const event = isGranted ? 'account.granted' : 'account.ungranted'
  return { events: [{ event, account: id, details: { role } }], result: { ...account, roles: held } }
}

/**
 * Before an account loses the role, is suspended or deleted. Throws Refused `last_administrator` where nobody else
 * could open the pages of administration.
 */
export async function keepAdministrator(
  context: Pick<Context, 'clock'>,
  tx: Transaction,
  by: Actor,
  account: Pick<Account, 'id' | 'roles'>,
): Promise<void> {
  if (by.kind === 'cli' || !isAdministrator(account)) return
  await holdRoles(tx)
  const [first, second] = await administrators(context, tx)
  if (first?.id === account.id && !second) throw new Refused('last_administrator', { about: account })
}

/** Those who can sign in now and go on to. */
async function administrators({ clock }: Pick<Context, 'clock'>, db: Queries): Promise<Account[]> {
  const accounts = (await rowsWithRoles(db)).map((row) => toAccount(row, clock()))
  return accounts.filter(
    (account) => isAdministrator(account) && !account.suspension && account.deletesAt === undefined,
  )
}

export const hasAdministrator = async (context: Reading): Promise<boolean> =>
  (await administrators(context, context.db)).length > 0
