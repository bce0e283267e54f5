import type { Profile } from '../../model/accounts/account.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { noSuch } from '../../model/errors/families.ts'
import { lockGroup } from '../../storage/community/groups.ts'
import { deleteMembers, groupNamesOf, insertMembers, lockMembers } from '../../storage/community/members.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import { record } from '../audit/record.ts'
import { change } from '../change.ts'
import type { ChangeContext } from '../context.ts'
import { endTokensOfFormerMembers } from '../oauth/membership.ts'

/** Returns the names of the account's groups, sorted. */
export const groupsOf = ({ db }: { db: Queries }, { id }: Pick<Profile, 'id'>): Promise<string[]> =>
  groupNamesOf(db, id)

/** Makes accounts members of a group. Returns those that were not members before. Throws Refused `unknown`. */
export function addMembers(
  context: ChangeContext,
  by: Actor,
  group: string,
  accounts: readonly Profile[],
): Promise<Profile[]> {
  return changeMembers(context, by, { event: 'group.member_added', group, accounts, write: insertMembers })
}

/** Removes members from a group. Returns those that were members. Throws Refused `unknown`. */
export function removeMembers(
  context: ChangeContext,
  by: Actor,
  group: string,
  accounts: readonly Profile[],
): Promise<Profile[]> {
  return changeMembers(context, by, { event: 'group.member_removed', group, accounts, write: deleteMembers })
}

interface MembersChange {
  event: 'group.member_added' | 'group.member_removed'
  group: string
  accounts: readonly Profile[]
  write: typeof insertMembers
}

function changeMembers(
  context: ChangeContext,
  by: Actor,
  { event, group, accounts, write }: MembersChange,
): Promise<Profile[]> {
  return change(context, by, async (tx) => {
    if (!(await lockGroup(tx, group, 'for key share'))) throw noSuch('group')
    const ids = await lockMembers(
      tx,
      accounts.map(({ id }) => id),
    )
    const changed = new Set(await write(tx, group, ids))
    if (event === 'group.member_removed') await endTokensOfFormerMembers(tx, group, [...changed])
    const events = [...changed].map((id) => ({ event, account: id, details: { group } }))
    return { events, result: accounts.filter(({ id }) => changed.has(id)) }
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
