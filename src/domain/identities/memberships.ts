// Memberships of groups that a provider says, which end when it no longer says so (docs/decisions/0120-providers.md).

import type { Profile } from '../../model/accounts/account.ts'
import { accountActor } from '../../model/accounts/actor.ts'
import { isGroupName } from '../../model/community/group.ts'
import type { Provider } from '../../model/community/provider.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { knownGroups, lockGroup } from '../../storage/community/groups.ts'
import {
  deleteMembershipsBy,
  insertMembershipBy,
  lockMembers,
  membershipsOf,
} from '../../storage/community/members.ts'
import { holdProvider } from '../../storage/community/providers.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { identitiesOfAccount } from '../../storage/sign-in/linked-identities.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import { endTokensOfFormerMembers } from '../oauth/membership.ts'

type Mapping = Pick<Provider, 'name' | 'groupMap'>

/** Returns the groups that values of a claim mean: by the map or, without one, the groups of these names. */
export function groupsSaid({ groupMap }: Mapping, values: readonly string[]): string[] {
  const isMapped = Object.keys(groupMap).length > 0
  const groups = values.flatMap((value) =>
    isMapped ? (Object.hasOwn(groupMap, value) ? [groupMap[value] ?? ''] : []) : [value],
  )
  return [...new Set(groups.filter(isGroupName))].sort()
}

/** Returns those values of a claim that mean a group. */
export const valuesOfGroups = (provider: Mapping, values: readonly string[] | undefined) =>
  values?.filter((value) => groupsSaid(provider, [value]).length > 0)

/**
 * Makes an account a member of the groups that its provider says, and ends the memberships that this provider has made
 * and no longer says. A claim that is missing or of another form is undefined here, and changes nothing.
 */
export async function followGroups(
  context: ChangeContext,
  provider: Mapping,
  values: readonly string[] | undefined,
  account: Profile,
  address: string,
): Promise<void> {
  if (values === undefined) return
  const said = groupsSaid(provider, values)
  const [known, before] = [await knownGroups(context.db, said), await membershipsOf(context.db, account.id)]
  const isMember = (group: string) => before.some(({ group_name }) => group_name === group)
  const wanted = said.filter((group) => known.has(group))
  const isOver = before.some((one) => one.provider === provider.name && !wanted.includes(one.group_name))
  if (wanted.every(isMember) && !isOver) return
  await change(context, accountActor(account, address), async (tx) => {
    // It may have been removed since, with its memberships.
    if (!(await holdProvider(tx, provider.name, 'for key share'))) return { events: [] }
    // In one order, before the account: see lockMembers.
    for (const group of wanted) await lockGroup(tx, group, 'for key share')
    await lockMembers(tx, [account.id])
    const linked = await identitiesOfAccount(tx, account.id)
    // Unlinked meanwhile: nobody would end them any more.
    if (linked.every((one) => one.provider !== provider.name)) return { events: [] }
    const events: AuditEvent[] = []
    for (const group of wanted) {
      if (!(await insertMembershipBy(tx, provider.name, account.id, group))) continue
      events.push({ event: 'group.member_added', account: account.id, details: { group } })
    }
    events.push(...(await endMemberships(tx, provider.name, account.id, wanted)))
    return { events }
  })
}

/** Ends the memberships that a provider has made, but for some groups, and answers the events. */
export async function endMemberships(
  tx: Transaction,
  provider: string,
  account: string,
  but: readonly string[] = [],
): Promise<AuditEvent[]> {
  const ended = await deleteMembershipsBy(tx, provider, account, but)
  for (const group of ended) await endTokensOfFormerMembers(tx, group, [account])
  return ended.map((group) => ({ event: 'group.member_removed', account, details: { group } }))
}
