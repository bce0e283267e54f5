import type { Transaction } from '../engine/database.ts'
import { type Flag, flag } from '../engine/flags.ts'
import { executes, readsAll, readsFirst, readsNumber, writesAny, writesFirst } from '../engine/queries.ts'
import { changes, inserts } from '../engine/rows.ts'
import type { GameServerRow } from '../schema/rows/community.ts'
import { deleteListedAt } from './listed.ts'

export type GroupedServerRow = GameServerRow & {
  /** Separated by spaces. Null for none. */
  group_names: string | null
  /** Separated by spaces. Null for none. */
  neighbour_ids: string | null
}

const columns = `game_server.*, (select string_agg(group_name, ' ') from game_server_group
    where server_id = game_server.id) as group_names,
  (select string_agg(neighbour_id, ' ') from game_server_neighbour
    where server_id = game_server.id) as neighbour_ids`

/** Returns all servers in the order of their names. */
export const allServers = readsAll<GroupedServerRow>(
  'game_servers',
  `select ${columns} from game_server order by name`,
)

export const serverByName = readsFirst<GroupedServerRow, [name: string]>(
  'game_server_by_name',
  `select ${columns} from game_server where name = $1`,
)

export const countServers = readsNumber('count_game_servers', 'select count(*) from game_server')

/** Inserts a server. Throws UniqueViolation. */
export const insertServer = inserts('game_server')

export const updateServer = changes('game_server')

/** Replaces the list of groups that a server names. */
export async function replaceServerGroups(
  tx: Transaction,
  id: string,
  groups: readonly string[],
): Promise<void> {
  await deleteGroups(tx, id)
  await insertGroups(tx, ...groups.map((group_name) => ({ server_id: id, group_name })))
}

const insertGroups = inserts('game_server_group')

const deleteGroups = executes<[id: string], Transaction>(
  'delete_groups_of_game_server',
  'delete from game_server_group where server_id = $1',
)

/** Replaces the list of neighbours that a server names. */
export async function replaceServerNeighbours(
  tx: Transaction,
  id: string,
  neighbours: readonly string[],
): Promise<void> {
  await deleteNeighbours(tx, id)
  await insertNeighbours(tx, ...neighbours.map((neighbour_id) => ({ server_id: id, neighbour_id })))
}

const insertNeighbours = inserts('game_server_neighbour')

const deleteNeighbours = executes<[id: string], Transaction>(
  'delete_neighbours_of_game_server',
  'delete from game_server_neighbour where server_id = $1',
)

/** Deletes a server with its keys and what is listed for it. */
export async function deleteServerRow(tx: Transaction, id: string): Promise<boolean> {
  await deleteListedAt(tx, id)
  return remove(tx, id)
}

const remove = writesAny<[id: string], Transaction>(
  'delete_game_server',
  'delete from game_server where id = $1 returning id',
)

/** Locks a server, so that of two concurrent changes the second waits for the first. */
export const lockServer = writesFirst<{ id: string }, [name: string], Transaction>(
  'lock_game_server',
  'update game_server set name = name where name = $1 returning id',
)

/** A server that asks all the time has its row written once in this time, so what the row says may be as late. */
const askedEveryMs = 30_000

/** Records that these servers have asked. */
export const putAsked = executes<[ids: readonly string[], at: number]>(
  'game_servers_asked',
  `update game_server set last_asked_at = cast($2 as bigint)
   where id = any_of($1) and (last_asked_at is null or last_asked_at < cast($2 as bigint) - ${askedEveryMs})`,
)

/**
 * Returns all servers, and whether the account is in one of their groups. `first` is the name of its primary player, or
 * null if it has no characters.
 */
export const serversOfPlayer = readsAll<
  GroupedServerRow & { member: Flag; first: string | null },
  [accountId: string]
>(
  'game_servers_of_player',
  `select ${columns}, ${flag(`exists (select 1 from game_server_group
      join group_member on group_member.group_name = game_server_group.group_name
      where server_id = game_server.id and account_id = $1)`)} as member,
     (select player.username from account as its join account as player on player.id = coalesce(its.primary_id, its.id)
      where its.id = $1 and exists (select 1 from account as one where one.owner_id = its.id)) as first
   from game_server order by title, name`,
)

/**
 * Returns the first servers, by title, that everybody can join and whose address is known; with a group, also those that
 * its members can join.
 */
export const serversOpenTo = readsAll<
  Pick<GameServerRow, 'name' | 'title'> & { address: string },
  [group: string | null, limit: number]
>(
  'game_servers_open_to',
  `select name, title, address from game_server
   where paused_at is null and address is not null
     and (not exists (select 1 from game_server_group where server_id = game_server.id)
       or exists (select 1 from game_server_group
         where server_id = game_server.id and group_name = cast($1 as text)))
   order by title, name limit cast($2 as bigint)`,
)

/** Counts the players whom this server has let in since an instant. */
export const playersSince = readsNumber<[server: string, after: number]>(
  'players_of_game_server',
  `select count(*) as players from attempt where server = $1 and at > $2 and step = 'hasJoined' and reason is null`,
)
