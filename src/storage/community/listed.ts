import type { Transaction } from '../engine/database.ts'
import { executes, readsAll, writesAny } from '../engine/queries.ts'
import { insertsNew } from '../engine/rows.ts'
import type { ListedVisitorRow } from '../schema/rows/neighbours.ts'

type Listing = Pick<ListedVisitorRow, 'name_key' | 'neighbour_id'>

/** Returns which of these folded names an operator has listed for a game server, and the neighbours concerned. */
export const listingsAt = readsAll<Listing, [keys: readonly string[], serverId: string]>(
  'listed_at_game_server',
  `select name_key, neighbour_id from listed_visitor
   where name_key = any_of($1) and (server_id = '' or server_id = $2)`,
)

/** Lists a name. Returns false if it is already listed. */
export const insertListed = insertsNew('listed_visitor')

/** Ends the listing of a name. Returns false if it is not listed. */
export const deleteListed = writesAny<[neighbour: string, key: string, server: string], Transaction>(
  'delete_listed',
  `delete from listed_visitor where neighbour_id = $1 and name_key = $2 and server_id = $3
   returning name_key`,
)

/** Returns the listed names of a neighbour. `server` is null for all game servers. */
export const listedOf = readsAll<ListedVisitorRow & { server: string | null }, [neighbour: string]>(
  'listed_visitors',
  `select listed_visitor.*, game_server.name as server from listed_visitor
   left join game_server on game_server.id = listed_visitor.server_id
   where neighbour_id = $1 order by name_key, server_id`,
)

/** Returns all that is listed for a neighbour. */
export const listedFor = readsAll<ListedVisitorRow, [neighbour: string]>(
  'listed_for_neighbour',
  'select * from listed_visitor where neighbour_id = $1',
)

/** Returns what is listed for one game server. */
export const listedAt = readsAll<ListedVisitorRow, [serverId: string]>(
  'listed_for_game_server',
  'select * from listed_visitor where server_id = $1',
)

/** Deletes what is listed for one game server. */
export const deleteListedAt = executes<[serverId: string], Transaction>(
  'delete_listed_at_game_server',
  'delete from listed_visitor where server_id = $1',
)
