import type { Queries, Transaction } from '../engine/database.ts'
import { first, reads } from '../engine/database.ts'
import { writesFirst } from '../engine/queries.ts'
import type { LinkCodeRow } from '../schema/schema.ts'

/** Uses up a code and returns its row, or undefined if there is no such code at this instant. */
export const takeLinkCode = writesFirst<LinkCodeRow, [digest: string, now: number], Transaction>(
  'take_link_code',
  'delete from link_code where digest = $1 and expires_at > $2 returning *',
)

/** Inserts a code, which replaces the player's current one. Throws UniqueViolation if another player has the digest. */
export async function insertLinkCode(tx: Transaction, row: LinkCodeRow): Promise<void> {
  await tx.query
    .deleteFrom('link_code')
    .where('neighbour_id', '=', row.neighbour_id)
    .where('uuid', '=', row.uuid)
    .execute()
  await tx.query.insertInto('link_code').values(row).execute()
}

const waiting = reads<{ codes: number }>(
  'waiting_link_codes',
  'select count(*) as codes from link_code where neighbour_id = $1 and expires_at > $2',
)

/** Counts the codes that players of a neighbour could still use. */
export const countLinkCodes = async (db: Queries, neighbour: string, now: number): Promise<number> =>
  (await first(db, waiting, [neighbour, now]))?.codes ?? 0
