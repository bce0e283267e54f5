import type { Account } from '../../model/account.ts'
import type { Actor } from '../../model/actor.ts'
import { Refused } from '../../model/refusal.ts'
import { isAdministrator, type Role, roles, rolesText } from '../../model/role.ts'
import { accountByKey } from '../../storage/accounts.ts'
import type { Queries, Transaction } from '../../storage/database.ts'
import { holdRoles, rowsWithRoles, setRoles } from '../../storage/roles.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { toAccount } from './account-row.ts'

type Needed = Pick<Context, 'clock' | 'db' | 'random'>

/** Who has the role already keeps it, and nothing is recorded. */
export function grantRole(context: Needed, by: Actor, account: Account, role: Role): Promise<Account> {
  return changeRoles(context, by, account, role, true)
}

/**
 * Who does not have the role is left as they are. Throws Refused `last_administrator`; on the command line it is done
 * all the same: who runs it can grant the role again.
 */
export function ungrantRole(context: Needed, by: Actor, account: Account, role: Role): Promise<Account> {
  return changeRoles(context, by, account, role, false)
}

/** Those of the account from now on, as a part of a larger change: its first, since all roles are locked. */
export async function setRolesIn(
  context: Pick<Context, 'clock' | 'random'>,
  tx: Transaction,
  by: Actor,
  account: Account,
  wanted: readonly Role[],
): Promise<void> {
  for (const role of roles) await changeRole(context, tx, by, account, role, wanted.includes(role))
}

function changeRoles(
  context: Needed,
  by: Actor,
  account: Account,
  role: Role,
  isGranted: boolean,
): Promise<Account> {
  return context.db.transaction((tx) => changeRole(context, tx, by, account, role, isGranted))
}

async function changeRole(
  context: Pick<Context, 'clock' | 'random'>,
  tx: Transaction,
  by: Actor,
  { id }: Account,
  role: Role,
  isGranted: boolean,
): Promise<Account> {
  await holdRoles(tx)
  const row = await accountByKey(tx, { column: 'id', value: id })
  if (!row) throw new Refused('account_unknown')
  const account = toAccount(row, context.clock())
  if (account.roles.includes(role) === isGranted) return account
  const held = isGranted ? [...account.roles, role] : account.roles.filter((each) => each !== role)
  if (role === 'admin' && !isGranted) await keepAdministrator(context, tx, by, account)
  await setRoles(tx, id, rolesText(held))
  const event = isGranted ? 'account.granted' : 'account.ungranted'
  await record(context, tx, by, { event, account: id, details: { role } })
  return { ...account, roles: held }
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

export const hasAdministrator = async (context: Pick<Context, 'clock' | 'db'>): Promise<boolean> =>
  (await administrators(context, context.db)).length > 0
