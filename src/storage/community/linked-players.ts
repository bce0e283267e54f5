import type { Queries, Transaction } from '../engine/database.ts'
import { readsAll, readsFirst, writesFirst } from '../engine/queries.ts'
import type { NeighbourLinkRow } from '../schema/schema.ts'

/** Returns the players that are linked to an account, in the order in which they were linked. */
export const linksOfAccount = readsAll<NeighbourLinkRow, [accountId: string]>(
  'links_of_account',
  'select * from neighbour_link where account_id = $1 order by at, neighbour_id, uuid',
)

export const linkOfPlayer = readsFirst<NeighbourLinkRow, [neighbour: string, uuid: string]>(
  'link_of_player',
  'select * from neighbour_link where neighbour_id = $1 and uuid = $2',
)

/** Inserts a link. Throws UniqueViolation if the player is linked. */
export async function insertLinkedPlayer(tx: Transaction, row: NeighbourLinkRow): Promise<void> {
  await tx.query.insertInto('neighbour_link').values(row).execute()
}

/** Stores the name that a linked player has now. Does nothing for other players. */
export async function renameLinkedPlayer(
  db: Queries,
  {
    neighbour_id,
    uuid,
    name,
    name_key,
  }: Pick<NeighbourLinkRow, 'neighbour_id' | 'uuid' | 'name' | 'name_key'>,
): Promise<void> {
  await db.query
    .updateTable('neighbour_link')
    .set({ name, name_key })
    .where('neighbour_id', '=', neighbour_id)
    .where('uuid', '=', uuid)
    .execute()
}

/** Deletes the link of an account and returns it, or undefined if there is none. */
export const deleteLinkedPlayer = writesFirst<
  NeighbourLinkRow,
  [accountId: string, neighbour: string, uuid: string],
  Transaction
>(
  'delete_neighbour_link',
  'delete from neighbour_link where account_id = $1 and neighbour_id = $2 and uuid = $3 returning *',
)
