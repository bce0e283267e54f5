import type { Transaction } from '../engine/database.ts'
import { executes, readsAny, readsNumber, writesFirst } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { BedrockCodeRow } from '../schema/rows/game.ts'

/**
 * Uses up a code: its row now waits under another digest for the answer of the session that has typed it. Returns
 * undefined if there is no such code at this instant.
 */
export const askAboutBedrockCode = writesFirst<
  BedrockCodeRow,
  [digest: string, now: number, question: string, session: string, expiresAt: number]
>(
  'ask_about_bedrock_code',
  `update bedrock_code set digest = $3, session = $4, expires_at = $5
   where digest = $1 and expires_at > $2 and session is null returning *`,
)

/** Deletes a question of a session and returns its row, or undefined if there is no such one at this instant. */
export const takeBedrockQuestion = writesFirst<
  BedrockCodeRow,
  [question: string, session: string, now: number],
  Transaction
>(
  'take_bedrock_question',
  'delete from bedrock_code where digest = $1 and session = $2 and expires_at > $3 returning *',
)

/** Inserts a code, which replaces the player's current one. Throws UniqueViolation if another player has the digest. */
export async function insertBedrockCode(tx: Transaction, row: BedrockCodeRow): Promise<void> {
  await deleteOfXuid(tx, row.xuid)
  await insert(tx, row)
}

const insert = inserts('bedrock_code')

const deleteOfXuid = executes<[xuid: string], Transaction>(
  'delete_bedrock_code_of_xuid',
  'delete from bedrock_code where xuid = $1',
)

/** Counts the codes and questions of other players, up to which a further one may be made. */
export const countBedrockCodes = readsNumber<[now: number, xuid: string]>(
  'waiting_bedrock_codes',
  'select count(*) from bedrock_code where expires_at > $1 and xuid <> $2',
)

/** Returns true if a Bedrock player has the code with this digest. */
export const isCodeOfBedrock = readsAny<[digest: string]>(
  'is_code_of_bedrock',
  'select digest from bedrock_code where digest = $1',
)
