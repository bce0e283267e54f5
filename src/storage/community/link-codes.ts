import type { Queries, Transaction } from '../engine/database.ts'
import { first, reads } from '../engine/database.ts'
import { writesFirst } from '../engine/queries.ts'
import type { LinkCodeRow } from '../schema/schema.ts'

/**
 * Uses up a code: its row now waits under another digest for the answer of the session that has typed it. Returns
 * undefined if there is no such code at this instant.
 */
export const askAboutLinkCode = writesFirst<
  LinkCodeRow,
  [digest: string, now: number, question: string, session: string, expiresAt: number]
>(
  'ask_about_link_code',
  `update link_code set digest = $3, session = $4, expires_at = $5
   where digest = $1 and expires_at > $2 and session is null returning *`,
)

/** Deletes a question of a session and returns its row, or undefined if there is no such one at this instant. */
export const takeLinkQuestion = writesFirst<
  LinkCodeRow,
  [question: string, session: string, now: number],
  Transaction
>(
  'take_link_question',
  'delete from link_code where digest = $1 and session = $2 and expires_at > $3 returning *',
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
