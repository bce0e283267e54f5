import type { Queries, Transaction } from '../engine/database.ts'
import { readsAll, readsAny, readsColumn, readsFirst, readsNumber, writesAny } from '../engine/queries.ts'
import { inserts, insertsNew } from '../engine/rows.ts'
import type { PlayerGroupRow } from '../schema/rows/community.ts'
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

export const countGroups = readsNumber('count_groups', 'select count(*) from player_group')

/** Returns the highest number of players that a group of an account gives its members, or 0. */
export const charactersByGroups = readsNumber<[accountId: string]>(
  'characters_by_groups',
  `select max(characters) from group_member join player_group on player_group.name = group_name
   where account_id = $1`,
)

/** Inserts a group. Throws UniqueViolation. */
export const insertGroup = inserts('player_group')

/** Inserts a group. Returns false if it already exists. */
export const putGroup = insertsNew('player_group')

/** Changes a group. Returns false if it does not exist. */
export const updateGroup = writesAny<
  [name: string, title: string, colour: string | null, characters: number | null],
  Transaction
>(
  'update_group',
  `update player_group set title = $2, colour = $3, characters = cast($4 as integer) where name = $1
   returning name`,
)

/**
 * Locks a group until the transaction ends: against its deletion, or with `for update` also against changes of its
 * members. Returns false if it does not exist.
 */
export const lockGroup = (
  tx: Transaction,
  name: string,
  mode: 'for key share' | 'for update',
): Promise<boolean> => found[tx.dialect === 'sqlite' ? 'unlocked' : mode](tx, name)

const finding = (name: string, mode: string) =>
  readsAny<[name: string]>(name, `select name from player_group where name = $1 ${mode}`)

const found = {
  unlocked: finding('has_group', ''),
  'for key share': finding('hold_group', 'for key share'),
  'for update': finding('lock_group', 'for update'),
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
export const deleteGroupRow = writesAny<[name: string], Transaction>(
  'delete_group',
  'delete from player_group where name = $1 returning name',
)
