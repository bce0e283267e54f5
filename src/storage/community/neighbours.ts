import type { LinkedPlayerUse } from '../../model/community/linked-player.ts'
import type { Transaction } from '../engine/database.ts'
import type { Flag } from '../engine/flags.ts'
import {
  executes,
  readsAll,
  readsColumn,
  readsFirst,
  readsNumber,
  writesAny,
  writesFirst,
} from '../engine/queries.ts'
import { changes, inserts } from '../engine/rows.ts'
import type { NeighbourRow } from '../schema/rows/neighbours.ts'

/** Returns all neighbours in the order of their ids. */
export const allNeighbours = readsAll<NeighbourRow>('neighbours', 'select * from neighbour order by id')

export const neighbourById = readsFirst<NeighbourRow, [id: string]>(
  'neighbour',
  'select * from neighbour where id = $1',
)

export type NeighbourAtServerRow = NeighbourRow & {
  server_id: string
  server_name: string
  /** Replaces `who`, unless null. */
  visitors_who: NeighbourRow['who'] | null
  /** Set if the server's answers say where a visitor comes from. */
  tells_source: Flag
  /** Set if its answers include the groups of an account. */
  tells_groups: Flag
  links: LinkedPlayerUse
}

/** The parts of a statement about the neighbours of the game server with the name $1. */
export const atServer = {
  columns: `neighbour.*, game_server.id as server_id, game_server.name as server_name,
     game_server.visitors_who, game_server.tells_source, game_server.tells_groups, game_server.links`,
  tables: `game_server join game_server_neighbour on game_server_neighbour.server_id = game_server.id
     join neighbour on neighbour.id = game_server_neighbour.neighbour_id`,
  isOpen: 'game_server.name = $1 and game_server.paused_at is null and neighbour.paused_at is null',
}

/** Returns the neighbours that a game server names and that are not paused. None if the server is paused. */
export const neighboursOfServer = readsAll<NeighbourAtServerRow, [server: string]>(
  'neighbours_of_game_server',
  `select ${atServer.columns} from ${atServer.tables} where ${atServer.isOpen} order by neighbour.id`,
)

/** Locks a neighbour, so that of two concurrent changes the second waits for the first. */
export const lockNeighbour = writesFirst<{ id: string }, [id: string], Transaction>(
  'lock_neighbour',
  'update neighbour set id = id where id = $1 returning id',
)

export const countNeighbours = readsNumber('count_neighbours', 'select count(*) from neighbour')

/** Inserts a neighbour. Throws UniqueViolation. */
export const insertNeighbour = inserts('neighbour')

export const updateNeighbour = changes('neighbour')

/** Returns the ids of the game servers that name a neighbour. */
export const serversNaming = readsColumn<string, [id: string]>(
  'servers_naming_neighbour',
  'select server_id from game_server_neighbour where neighbour_id = $1',
)

/** Returns those of these game servers that are there. */
export const serversThere = readsColumn<string, [serverIds: readonly string[]]>(
  'game_servers_there',
  'select id from game_server where id = any_of($1)',
)

/** Makes those of these game servers that are there name a neighbour. */
export const nameAtServers = executes<[id: string, serverIds: readonly string[]], Transaction>(
  'name_neighbour_at_servers',
  `insert into game_server_neighbour (server_id, neighbour_id)
   select id, cast($1 as text) from game_server where id = any_of($2)`,
)

/** Deletes a neighbour, also from the lists of game servers. */
export const deleteNeighbourRow = writesAny<[id: string], Transaction>(
  'delete_neighbour',
  'delete from neighbour where id = $1 returning id',
)
