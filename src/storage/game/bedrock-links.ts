import { accountOf } from '../accounts/characters.ts'
import { memberOf, takenBy } from '../community/linked-players.ts'
import { notSuspended } from '../credentials/conditions.ts'
import type { Transaction } from '../engine/database.ts'
import { executes, readsAll, readsFirst, writesFirst } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { BedrockLinkRow } from '../schema/rows/game.ts'

/** Returns the link of a player. */
export const bedrockLinkOf = readsFirst<BedrockLinkRow, [accountId: string]>(
  'bedrock_link_of',
  'select * from bedrock_link where account_id = $1',
)

/** Returns the links of all players of an account, in the order in which they were made. */
export const bedrockLinksOfPlayers = readsAll<BedrockLinkRow, [accountId: string]>(
  'bedrock_links_of_players',
  `select * from bedrock_link
   where account_id in (select cast($1 as text) union all select id from account where owner_id = $1)
   order by at, account_id`,
)

/** Returns the player of a XUID. */
export const bedrockLinkByXuid = readsFirst<BedrockLinkRow, [xuid: string]>(
  'bedrock_link_by_xuid',
  'select * from bedrock_link where xuid = $1',
)

/** Returns links with the names of their players, by the UUIDs of these, as many as fit on a page. */
export const bedrockLinksAfter = readsAll<
  BedrockLinkRow & { username: string },
  [after: string, limit: number]
>(
  'bedrock_links_after',
  `select bedrock_link.*, account.username from bedrock_link join account on account.id = bedrock_link.account_id
   where account_id > $1 order by account_id limit $2`,
)

/** Inserts a link. Throws UniqueViolation if the player or the XUID has one. */
export const insertBedrockLink = inserts('bedrock_link')

export const updateGamertag = executes<[accountId: string, gamertag: string], Transaction>(
  'update_gamertag',
  'update bedrock_link set gamertag = $2 where account_id = $1',
)

/** Deletes the link of a player to a XUID and returns it, or undefined if there is none. */
export const deleteBedrockLink = writesFirst<BedrockLinkRow, [accountId: string, xuid: string], Transaction>(
  'delete_bedrock_link',
  'delete from bedrock_link where account_id = $1 and xuid = $2 returning *',
)

/** A link as far as a game server is concerned. */
export interface BedrockPlayerRow {
  xuid: string
  id: string
  username: string
  /** Since when the player has the name, in epoch milliseconds. */
  named_at: number
}

/** The player, and the account that signs it in, may act, and neither waits for its deletion. */
const mayAct = `account.deletes_at is null and ${notSuspended('$2')} and not exists
   (select 1 from account as owner where owner.id = account.owner_id
      and (owner.deletes_at is not null or not ${notSuspended('$2', 'owner')}))`

const found = (condition: string) =>
  `select bedrock_link.xuid, account.id, account.username, coalesce(
     (select max(changed_at) from username_history where username_history.account_id = account.id),
     account.created_at) as named_at
   from bedrock_link join account on account.id = bedrock_link.account_id
   where ${condition} and ${mayAct}`

/** The server of a key, whose root the statement is asked below, lets the player in. */
const admitted = `exists (select 1 from game_server where game_server.id = $3 and game_server.paused_at is null
   and ${memberOf(accountOf('account'), 'game_server.id')} and ${takenBy('account', 'game_server.id')})`

/** Returns the player of a XUID who may act at this instant. */
export const playerOfXuid = readsFirst<BedrockPlayerRow, [xuid: string, now: number]>(
  'player_of_xuid',
  found('bedrock_link.xuid = $1'),
)

/** Returns the player of a XUID who may act, and join a game server, at this instant. */
export const playerOfXuidAt = readsFirst<BedrockPlayerRow, [xuid: string, now: number, server: string]>(
  'player_of_xuid_at',
  `${found('bedrock_link.xuid = $1')} and ${admitted}`,
)

/** Returns the player with a UUID who is linked, may act, and join a game server, at this instant. */
export const bedrockPlayerAt = readsFirst<BedrockPlayerRow, [id: string, now: number, server: string]>(
  'bedrock_player_at',
  `${found('bedrock_link.account_id = $1')} and ${admitted}`,
)
