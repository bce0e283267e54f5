import type { Profile } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { noSuch } from '../../model/errors/families.ts'
import { lockGroup } from '../../storage/community/groups.ts'
import {
  deleteMembers,
  groupNamesOf,
  insertMembers,
  lockAccountsOf,
} from '../../storage/community/members.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import { undressStrangers } from '../../storage/wardrobe/shelf-wearers.ts'
import { record } from '../audit/record.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import { endTokensOfFormerMembers } from '../oauth/membership.ts'

/** Returns the names of the groups of a player, which are those of the account, sorted. */
export const groupsOf = ({ db }: { db: Queries }, { id }: Pick<Profile, 'id'>): Promise<string[]> =>
  groupNamesOf(db, id)

/** Makes the accounts of players members of a group. Returns those that were not members before. Throws Refused `unknown`. */
export function addMembers(
  context: ChangeContext,
  by: Actor,
  group: string,
  players: readonly Pick<Profile, 'id'>[],
): Promise<Profile[]> {
  return changeMembers(context, by, { event: 'group.member_added', group, players, write: insertMembers })
}

/** Removes the accounts of players from a group. Returns those that were members. Throws Refused `unknown`. */
export function removeMembers(
  context: ChangeContext,
  by: Actor,
  group: string,
  players: readonly Pick<Profile, 'id'>[],
): Promise<Profile[]> {
  return changeMembers(context, by, { event: 'group.member_removed', group, players, write: deleteMembers })
}

interface MembersChange {
  event: 'group.member_added' | 'group.member_removed'
  group: string
  players: readonly Pick<Profile, 'id'>[]
  write: typeof insertMembers
}

function changeMembers(
  context: ChangeContext,
  by: Actor,
  { event, group, players, write }: MembersChange,
): Promise<Profile[]> {
  return change(context, by, async (tx) => {
    if (!(await lockGroup(tx, group, 'for key share'))) throw noSuch('group')
    const found = await lockAccountsOf(
      tx,
      players.map(({ id }) => id),
    )
    const ids = [...new Set(found.map(({ id }) => id))]
    const changed = new Set(await write(tx, group, ids))
    if (event === 'group.member_removed') {
      await endTokensOfFormerMembers(tx, group, [...changed])
      await undressStrangers(tx, [...changed])
    }
    const events = [...changed].map((id) => ({ event, account: id, details: { group } }))
    const accounts = new Map(found.map(({ named, id, username }) => [named, { id, username }]))
    // In the order in which they were given, each once.
    const given = players.flatMap(({ id }) => accounts.get(id) ?? [])
    const result = [...new Map(given.map((account) => [account.id, account])).values()]
    return { events, result: result.filter(({ id }) => changed.has(id)) }
  })
}

/** Makes a new account a member of its invite's group. Does nothing if the group no longer exists. */
export async function enterGroup(
  context: ChangeContext,
  tx: Transaction,
  by: Actor,
  group: string,
  account: string,
): Promise<void> {
  const added = await insertMembers(tx, group, [account])
  if (added.length === 0) return
  await record(context, tx, by, { event: 'group.member_added', account, details: { group } })
}
