import type { Actor } from '../../model/actor.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { putGroup } from '../../storage/groups/groups.ts'
import type { GroupMemberRow } from '../../storage/schema/schema.ts'
import { record } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { enterGroup } from './members.ts'

/** Makes imported accounts members of their groups, and creates groups that do not exist yet. */
export async function enterGroups(
  context: Pick<Context, 'clock' | 'log' | 'random'>,
  tx: Transaction,
  by: Actor,
  members: readonly GroupMemberRow[],
): Promise<void> {
  // In a fixed order, so that two concurrent imports can't deadlock.
  const groups = [...new Set(members.map(({ group_name }) => group_name))].sort()
  for (const group of groups) {
    const row = { name: group, title: group, colour: null, created_at: context.clock() }
    if (!(await putGroup(tx, row))) continue
    await record(context, tx, by, { event: 'group.created', account: null, details: { group } })
  }
  for (const { group_name, account_id } of members) await enterGroup(context, tx, by, group_name, account_id)
}
