import type { Account } from '../../model/accounts/account.ts'
import { bedrock } from '../../model/community/bedrock.ts'
import type { LinkedPlayer } from '../../model/community/linked-player.ts'
import type { ListPart } from '../../model/records/lists.ts'
import type { Queries } from '../../storage/engine/database.ts'
import { bedrockLinkOf, bedrockLinksAfter } from '../../storage/game/bedrock-links.ts'
import type { BedrockLinkRow } from '../../storage/schema/rows/game.ts'

/** A Bedrock player that somebody has named. */
export interface BedrockPlayer {
  /** The id at Xbox, in the form of `readXuid`. */
  xuid: string
  /** Null if nobody said it. */
  gamertag: string | null
}

export interface BedrockLink extends BedrockPlayer {
  /** The UUID of the player here. */
  account: string
  linkedAt: number
}

export const toBedrockLink = ({ account_id, xuid, gamertag, at }: BedrockLinkRow): BedrockLink => ({
  account: account_id,
  xuid,
  gamertag,
  linkedAt: at,
})

/** Returns what people call a Bedrock player. */
export const bedrockName = ({ xuid, gamertag }: BedrockPlayer): string => gamertag ?? xuid

/** Returns a Bedrock player in the form of the players of neighbours, for lists and questions that have both. */
export const asLinkedPlayer = (link: BedrockPlayer & Pick<BedrockLink, 'linkedAt'>): LinkedPlayer => ({
  neighbour: bedrock,
  id: link.xuid,
  name: bedrockName(link),
  linkedAt: link.linkedAt,
})

/** Returns the Bedrock player who is linked to a player. */
export async function bedrockOf(
  { db }: { db: Queries },
  { id }: Pick<Account, 'id'>,
): Promise<BedrockLink | undefined> {
  const row = await bedrockLinkOf(db, id)
  return row && toBedrockLink(row)
}

/** Returns links after a player, in the order of the players' UUIDs. */
export async function bedrockLinks(
  { db }: { db: Queries },
  { after = '', limit }: ListPart,
): Promise<(BedrockLink & { username: string })[]> {
  const rows = await bedrockLinksAfter(db, after, limit)
  return rows.map((row) => Object.assign(toBedrockLink(row), { username: row.username }))
}
