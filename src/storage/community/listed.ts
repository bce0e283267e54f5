import type { Transaction } from '../engine/database.ts'
import { readsAll } from '../engine/queries.ts'
import { changesAny } from '../engine/rows.ts'
import type { ListedVisitorRow } from '../schema/schema.ts'

type Listing = Pick<ListedVisitorRow, 'name_key' | 'neighbour_id'>

/** Returns which of these folded names an operator has listed for a game server, and the neighbours concerned. */
export const listingsAt = readsAll<Listing, [keys: readonly string[], serverId: string]>(
  'listed_at_game_server',
  `select name_key, neighbour_id from listed_visitor
   where name_key = any_of($1) and (server_id = '' or server_id = $2)`,
)

/** Lists a name. Returns false if it is already listed. */
export const insertListed = (tx: Transaction, row: ListedVisitorRow): Promise<boolean> =>
  changesAny(
    tx.query
      .insertInto('listed_visitor')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  )

/** Ends the listing of a name. Returns false if it is not listed. */
export const deleteListed = (
  tx: Transaction,
  { neighbour_id, name_key, server_id }: Omit<ListedVisitorRow, 'added_at'>,
): Promise<boolean> =>
  changesAny(
    tx.query
      .deleteFrom('listed_visitor')
      .where('neighbour_id', '=', neighbour_id)
      .where('name_key', '=', name_key)
      .where('server_id', '=', server_id),
  )

/** Returns the listed names of a neighbour. `server` is null for all game servers. */
export const listedOf = readsAll<ListedVisitorRow & { server: string | null }, [neighbour: string]>(
  'listed_visitors',
  `select listed_visitor.*, game_server.name as server from listed_visitor
   left join game_server on game_server.id = listed_visitor.server_id
   where neighbour_id = $1 order by name_key, server_id`,
)

/** Deletes what is listed for one game server. */
export async function deleteListedAt(tx: Transaction, serverId: string): Promise<void> {
  await tx.query.deleteFrom('listed_visitor').where('server_id', '=', serverId).execute()
}
