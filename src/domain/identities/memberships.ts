// Memberships of groups that a provider says, which end when it no longer says so (docs/decisions/0120-providers.md).

import type { Account } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { isGroupName } from '../../model/community/group.ts'
import type { Provider } from '../../model/community/provider.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { knownGroups, lockGroup } from '../../storage/community/groups.ts'
import {
  deleteAllMembershipsBy,
  deleteMembershipsBy,
  forgetAllKeptMembershipsBy,
  forgetKeptMembershipsBy,
  insertMembershipBy,
  keptMembershipsBy,
  lockMembers,
  membersByProvider,
  membershipsOf,
} from '../../storage/community/members.ts'
import { settledProvider } from '../../storage/community/providers.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { linkedIdentity } from '../../storage/sign-in/linked-identities.ts'
import { undressStrangers } from '../../storage/wardrobe/shelf-wearers.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import { endTokensOfFormerMembers } from '../oauth/membership.ts'
import { toProvider } from '../providers/rows.ts'

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

/** A provider's word about somebody. Values are undefined if a claim is missing or of another form, which changes nothing. */
export interface SaidGroups {
  provider: Mapping & Pick<Provider, 'guild'>
  subject: string
  values: readonly string[] | undefined
}

/**
 * Makes an account a member of the groups that its provider says, and ends the memberships that this provider has made
 * and no longer says. Returns how many were made and ended.
 */
export async function followGroups(
  context: ChangeContext,
  by: Actor,
  { provider, subject, values }: SaidGroups,
  { id }: Pick<Account, 'id'>,
): Promise<{ made: number; ended: number }> {
  const nothing = { made: 0, ended: 0 }
  if (values === undefined) return nothing
  const said = groupsSaid(provider, values)
  const [known, before] = [await knownGroups(context.db, said), await membershipsOf(context.db, id)]
  const isMember = (group: string) => before.some(({ group_name }) => group_name === group)
  const wanted = said.filter((group) => known.has(group))
  const kept = await keptMembershipsBy(context.db, provider.name, id)
  const isOver =
    before.some((one) => one.provider === provider.name && !wanted.includes(one.group_name)) ||
    kept.some((group) => !said.includes(group))
  if (wanted.every(isMember) && !isOver) return nothing
  return change(context, by, async (tx) => {
    if (!(await saysStill(tx, provider))) return { events: [], result: nothing }
    // In one order, before the account: see lockMembers.
    for (const group of wanted) await lockGroup(tx, group, 'for key share')
    await lockMembers(tx, [id])
    // Nobody would end the memberships of somebody who was unlinked meanwhile.
    if ((await linkedIdentity(tx, provider.name, subject))?.account_id !== id)
      return { events: [], result: nothing }
    const made: AuditEvent[] = []
    for (const group of wanted) {
      if (!(await insertMembershipBy(tx, provider.name, id, group))) continue
      made.push({ event: 'group.member_added', account: id, details: { group } })
    }
    const ended = await endMemberships(tx, provider.name, id, { but: wanted, said })
    return { events: [...made, ...ended], result: { made: made.length, ended: ended.length } }
  })
}

/** Returns false if the answer is one to another question: the guild or the map has changed since. */
async function saysStill(tx: Transaction, { name, guild, groupMap }: SaidGroups['provider']) {
  const row = await settledProvider(tx, name)
  if (!row) return false
  const now = toProvider(row)
  return now.guild === guild && JSON.stringify(now.groupMap) === JSON.stringify(groupMap)
}

/**
 * Ends the memberships that a provider has made, but for some groups, and answers the events. Of deleted groups that may
 * come back, it forgets those that the provider does not say.
 */
export async function endMemberships(
  tx: Transaction,
  provider: string,
  account: string,
  { but, said }: { but: readonly string[]; said: readonly string[] } = { but: [], said: [] },
): Promise<AuditEvent[]> {
  await forgetKeptMembershipsBy(tx, provider, account, said)
  const ended = await deleteMembershipsBy(tx, provider, account, but)
  for (const group of ended) await endTokensOfFormerMembers(tx, group, [account])
  if (ended.length > 0) await undressStrangers(tx, [account])
  return ended.map((group) => ({ event: 'group.member_removed', account, details: { group } }))
}

/** Ends all memberships that a provider has made, and returns how many there were. The provider is locked. */
export async function endAllMemberships(tx: Transaction, provider: string): Promise<number> {
  const members = await membersByProvider(tx, provider)
  await lockMembers(
    tx,
    members.map(({ account_id }) => account_id),
  )
  await deleteAllMembershipsBy(tx, provider)
  await forgetAllKeptMembershipsBy(tx, provider)
  for (const [group, of] of Map.groupBy(members, ({ group_name }) => group_name)) {
    await endTokensOfFormerMembers(
      tx,
      group,
      of.map(({ account_id }) => account_id),
    )
  }
  await undressStrangers(tx, [...new Set(members.map(({ account_id }) => account_id))])
  return members.length
}
