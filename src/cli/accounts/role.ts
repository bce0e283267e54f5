import { grantRole, hasAdministrator, ungrantRole } from '../../domain/accounts/roles.ts'
import type { Context } from '../../domain/context.ts'
import type { Account } from '../../model/accounts/account.ts'
import { isAdministrator, type Role } from '../../model/accounts/role.ts'
import { shownAccount } from '../../present/account.ts'
import type { Output } from '../line/output.ts'
import { writeCommand } from '../line/with-context.ts'
import { commandActor } from './command-actor.ts'
import { namedAccount } from './named-account.ts'

interface Given {
  account: string
  role: Role
}

const shown = (account: Account) => ({ ...shownAccount(account), roles: account.roles })

const held = ({ username, roles }: Account): string =>
  `${username} ${roles.length === 0 ? 'has no role' : `is ${roles.join(' and ')}`}.`

export const grant = writeCommand(async (context, given: Given, output) => {
  const found = await namedAccount(context, given.account)
  const account = await grantRole(context, commandActor(), found, given.role)
  output.object(shown(account), held(account))
})

export const ungrant = writeCommand(async (context, given: Given, output) => {
  const found = await namedAccount(context, given.account)
  const account = await ungrantRole(context, commandActor(), found, given.role)
  output.object(shown(account), held(account))
  await warnWithoutAdministrator(context, found, output)
})

/** Warns if the change has left no administrator. */
export async function warnWithoutAdministrator(
  context: Context,
  before: Account,
  output: Output,
): Promise<void> {
  if (!isAdministrator(before) || (await hasAdministrator(context))) return
  output.note(
    'warning: no administrator is left; "norn account grant ACCOUNT admin" makes somebody an administrator',
  )
}
