import { sql } from 'kysely'
import { countRows } from '../engine/count-rows.ts'
import type { Queries, Transaction } from '../engine/database.ts'
import { readsAll, readsColumn, readsFirst } from '../engine/queries.ts'
import { changesAny, inserts } from '../engine/rows.ts'
import type { PlayerGroupRow } from '../schema/schema.ts'
import { lockMembers } from './members.ts'

export type CountedGroupRow = PlayerGroupRow & { members: number }

const counted = `select player_group.*,
    (select count(*) from group_member where group_name = player_group.name) as members
  from player_group`

/** Returns all groups in the order of their names, with the number of their members. */
export const allGroups = readsAll<CountedGroupRow>('groups', `${counted} order by name`)

export const groupNames = readsColumn<string>('group_names', 'select name from player_group')

export const groupByName = readsFirst<CountedGroupRow, [name: string]>(
  'group_by_name',
  `${counted} where name = $1`,
)

const known = readsColumn<string, [names: readonly string[]]>(
  'known_groups',
  'select name from player_group where name = any_of($1)',
)

/** Returns those of the names that belong to a group. */
export const knownGroups = async (db: Queries, names: readonly string[]): Promise<Set<string>> =>
  new Set(await known(db, names))

export const countGroups = (db: Queries): Promise<number> => countRows(db.query, 'player_group')

/** Inserts a group. Throws UniqueViolation. */
export const insertGroup = inserts('player_group')

/** Inserts a group. Returns false if it already exists. */
export const putGroup = (tx: Transaction, row: PlayerGroupRow): Promise<boolean> =>
  changesAny(
    tx.query
      .insertInto('player_group')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  )

/** Changes a group. Returns false if it does not exist. */
export const updateGroup = (
  tx: Transaction,
  name: string,
  columns: Pick<PlayerGroupRow, 'title' | 'colour'>,
): Promise<boolean> => changesAny(tx.query.updateTable('player_group').set(columns).where('name', '=', name))

/**
 * Locks a group until the transaction ends: against its deletion, or with `for update` also against changes of its
 * members. Returns false if it does not exist.
 */
export async function lockGroup(
  tx: Transaction,
  name: string,
  mode: 'for key share' | 'for update',
): Promise<boolean> {
  const found = sql`select name from player_group where name = ${name}
    ${sql.raw(tx.dialect === 'postgres' ? mode : '')}`
  return (await found.execute(tx.query)).rows.length > 0
}

/** Locks a group and then its members, as every change of a membership does. Returns the ids of the members. */
export async function lockMembersOf(tx: Transaction, name: string): Promise<string[]> {
  return (await lockGroup(tx, name, 'for update')) ? lockMembers(tx, await memberIds(tx, name)) : []
}

const memberIds = readsColumn<string, [group: string]>(
  'members_to_lock',
  'select account_id from group_member where group_name = $1',
)

/** Deletes a group with its memberships, whose accounts are locked. Returns false if it does not exist. */
export const deleteGroupRow = (tx: Transaction, name: string): Promise<boolean> =>
  changesAny(tx.query.deleteFrom('player_group').where('name', '=', name))
