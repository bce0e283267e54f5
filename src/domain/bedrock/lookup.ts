// Game servers that take Bedrock players ask which player here one of them is.
import { parseUuid } from '../../lib/crypto/uuid.ts'
import { readXuid } from '../../model/community/bedrock.ts'
import { Refused } from '../../model/errors/refusal.ts'
import {
  type BedrockPlayerRow,
  bedrockPlayerAt,
  playerOfXuid,
  playerOfXuidAt,
} from '../../storage/game/bedrock-links.ts'
import type { ReadContext } from '../context.ts'

/** A player here and the linked Bedrock player. */
export interface LinkedBedrock {
  xuid: string
  id: string
  username: string
  /** Since when the player has the name, in epoch milliseconds. */
  namedAt: number
}

const toLinked = ({ named_at: namedAt, ...row }: BedrockPlayerRow): LinkedBedrock => ({ ...row, namedAt })

/**
 * Finds the player to whom a Bedrock player is linked. Undefined also for one who is suspended or waits for a deletion
 * and, below the root of a game server, whose id is given, one who may not join there. Throws Refused `xuid_malformed`.
 */
export async function playerOfBedrock(
  { clock, db }: ReadContext,
  text: string,
  server: string | undefined,
): Promise<LinkedBedrock | undefined> {
  const xuid = readXuid(text)
  if (xuid === undefined) throw new Refused('xuid_malformed')
  const row =
    server === undefined
      ? await playerOfXuid(db, xuid, clock())
      : await playerOfXuidAt(db, xuid, clock(), server)
  return row && toLinked(row)
}

/**
 * Finds the Bedrock player of a player, for a game server alone: it tells an id at Xbox. Otherwise as `playerOfBedrock`.
 * Throws Refused `uuid_malformed`.
 */
export async function bedrockOfPlayer(
  { clock, db }: ReadContext,
  text: string,
  server: string | undefined,
): Promise<LinkedBedrock | undefined> {
  const id = parseUuid(text)
  if (id === undefined) throw new Refused('uuid_malformed')
  const row = server === undefined ? undefined : await bedrockPlayerAt(db, id, clock(), server)
  return row && toLinked(row)
}
