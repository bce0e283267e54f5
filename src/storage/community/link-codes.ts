import type { Transaction } from '../engine/database.ts'
import { executes, readsAny, readsNumber, writesFirst } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { LinkCodeRow } from '../schema/rows/neighbours.ts'

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
  await deleteOfPlayer(tx, row.neighbour_id, row.uuid)
  await insert(tx, row)
}

const insert = inserts('link_code')

const deleteOfPlayer = executes<[neighbour: string, uuid: string], Transaction>(
  'delete_link_code_of_player',
  'delete from link_code where neighbour_id = $1 and uuid = $2',
)

/** Counts the codes that players of a neighbour could still use. */
export const countLinkCodes = readsNumber<[neighbour: string, now: number]>(
  'waiting_link_codes',
  'select count(*) from link_code where neighbour_id = $1 and expires_at > $2',
)

/** Returns true if a player of a neighbour has the code with this digest. */
export const isCodeOfNeighbour = readsAny<[digest: string]>(
  'is_code_of_neighbour',
  'select digest from link_code where digest = $1',
)
