import { type Queries, reads, type Transaction, writes } from '../engine/database.ts'
import { readsAll, readsFirst } from '../engine/queries.ts'
import type { PlayerGroupRow } from '../schema/schema.ts'
import { countOf } from '../tools/table-pages.ts'

export type CountedGroupRow = PlayerGroupRow & { members: number }

const counted = `select player_group.*,
    (select count(*) from group_member where group_name = player_group.name) as members
  from player_group`

/** Returns all groups in the order of their names, with the number of their members. */
export const allGroups = readsAll<CountedGroupRow>('groups', `${counted} order by name`)

const names = reads<{ name: string }>('group_names', 'select name from player_group')

export async function groupNames(db: Queries): Promise<string[]> {
  return (await db.run(names, [])).map(({ name }) => name)
}

export const groupByName = readsFirst<CountedGroupRow, [name: string]>(
  'group_by_name',
  `${counted} where name = $1`,
)

const known = reads<{ name: string }>('known_groups', 'select name from player_group where name = any_of($1)')

/** Returns those of the names that belong to a group. */
export async function knownGroups(db: Queries, names: readonly string[]): Promise<Set<string>> {
  return new Set((await db.run(known, [names])).map(({ name }) => name))
}

export const countGroups = (db: Queries): Promise<number> => countOf(db.query, 'player_group')

/** Inserts a group. Throws UniqueViolation. */
export async function insertGroup(tx: Transaction, row: PlayerGroupRow): Promise<void> {
  await tx.query.insertInto('player_group').values(row).execute()
}

/** Inserts a group. Returns false if it already exists. */
export async function putGroup(tx: Transaction, row: PlayerGroupRow): Promise<boolean> {
  const put = tx.query
    .insertInto('player_group')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
  return ((await put.executeTakeFirst()).numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Changes a group. Returns false if it does not exist. */
export async function updateGroup(
  tx: Transaction,
  name: string,
  columns: Pick<PlayerGroupRow, 'title' | 'colour'>,
): Promise<boolean> {
  const update = tx.query.updateTable('player_group').set(columns).where('name', '=', name)
  return (await update.executeTakeFirst()).numUpdatedRows > 0n
}

// As before every change of a membership.
const lockMembers = writes(
  'lock_members_of_group',
  `update account set group_names = group_names
   where id in (select account_id from group_member where group_name = $1)`,
)

/** Deletes a group with its memberships. Returns false if it does not exist. */
export async function deleteGroupRow(tx: Transaction, name: string): Promise<boolean> {
  await tx.run(lockMembers, [name])
  const gone = await tx.query.deleteFrom('player_group').where('name', '=', name).executeTakeFirst()
  return gone.numDeletedRows > 0n
}
