import type { Actor } from '../../model/accounts/actor.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { putGroup } from '../../storage/community/groups.ts'
import { insertMembers } from '../../storage/community/members.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import type { GroupMemberRow } from '../../storage/schema/rows/community.ts'
import { recordAll } from '../audit/record.ts'
import type { ChangeContext } from '../context.ts'

/** Makes imported accounts members of their groups, and creates groups that do not exist yet. */
export async function enterGroups(
  context: ChangeContext,
  tx: Transaction,
  by: Actor,
  members: readonly GroupMemberRow[],
): Promise<void> {
  const created: AuditEvent[] = []
  const added: AuditEvent[] = []
  const groups = [...Map.groupBy(members, ({ group_name }) => group_name)]
  // In a fixed order, so that two concurrent imports can't deadlock.
  for (const [group, rows] of groups.sort(([a], [b]) => (a < b ? -1 : 1))) {
    const details = { group }
    const isNew = await putGroup(tx, {
      name: group,
      title: group,
      colour: null,
      characters: null,
      created_at: context.clock(),
    })
    if (isNew) created.push({ event: 'group.created', account: null, details })
    const ids = rows.map(({ account_id }) => account_id)
    for (const account of await insertMembers(tx, group, ids))
      added.push({ event: 'group.member_added', account, details })
  }
  await recordAll(context, tx, by, created)
  await recordAll(context, tx, by, added)
}
