import type { LinkProof } from '../../model/community/linked-player.ts'
import { accountOf, isPrimary } from '../accounts/characters.ts'
import { notSuspended } from '../credentials/conditions.ts'
import type { Transaction } from '../engine/database.ts'
import { type Flag, flag } from '../engine/flags.ts'
import { executes, readsAll, readsFirst, readsNumber, writesFirst } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { NeighbourLinkRow } from '../schema/rows/neighbours.ts'

/** Returns the players that are linked to an account, in the order in which they were linked. */
export const linkedPlayersOfAccount = readsAll<NeighbourLinkRow, [accountId: string]>(
  'linked_players_of_account',
  'select * from neighbour_link where account_id = $1 order by at, neighbour_id, uuid',
)

/** Returns the players that are linked to any player of an account, in the order in which they were linked. */
export const linkedPlayersOfPlayers = readsAll<NeighbourLinkRow, [accountId: string]>(
  'linked_players_of_players',
  `select * from neighbour_link
   where account_id in (select cast($1 as text) union all select id from account where owner_id = $1)
   order by at, neighbour_id, uuid`,
)

/** Counts the accounts with a player of a neighbour, up to a limit. */
export const countLinkedPlayersOf = readsNumber<[neighbour: string, limit: number]>(
  'count_links_of',
  'select count(*) from (select 1 as one from neighbour_link where neighbour_id = $1 limit $2) as counted',
)

export const linkedPlayerOf = readsFirst<NeighbourLinkRow, [neighbour: string, uuid: string]>(
  'linked_player_of',
  'select * from neighbour_link where neighbour_id = $1 and uuid = $2',
)

/** Inserts a link. Throws UniqueViolation if the player is linked. */
export const insertLinkedPlayer = inserts('neighbour_link')

/** Stores the name that a linked player has now. Does nothing for other players. */
export const renameLinkedPlayer = executes<
  [neighbour: string, uuid: string, name: string, key: string],
  Transaction
>(
  'rename_linked_player',
  'update neighbour_link set name = $3, name_key = $4 where neighbour_id = $1 and uuid = $2',
)

/** Deletes the link of an account and returns it, or undefined if there is none. */
export const deleteLinkedPlayer = writesFirst<
  NeighbourLinkRow,
  [accountId: string, neighbour: string, uuid: string],
  Transaction
>(
  'delete_neighbour_link',
  'delete from neighbour_link where account_id = $1 and neighbour_id = $2 and uuid = $3 returning *',
)

/** A link as far as a game server is concerned. Accounts that are about to be deleted have none. */
export interface LinkedPlayerAtServerRow {
  neighbour_id: string
  uuid: string
  name_key: string
  account_id: string
  username: string
  /** Set if the account may act: it is not suspended. */
  active: Flag
  /** Set if the server names no groups, or one of the account's. */
  member: Flag
  /** Set if the server takes all players of an account, or this is the primary one. */
  taken: Flag
}

/** The condition that a game server names no groups, or one of the account's, which is not a character. */
export const memberOf = (account: string, server: string): string =>
  `(not exists (select 1 from game_server_group where server_id = ${server}) or exists
     (select 1 from game_server_group
      join group_member on group_member.group_name = game_server_group.group_name
      where server_id = ${server} and group_member.account_id = ${account}))`

/** The condition that a game server takes all players of an account, or the primary one, which this player is. */
export const takenBy = (player: string, server: string): string =>
  `(exists (select 1 from game_server as its where its.id = ${server} and its.characters = 'all')
     or ${isPrimary(player)})`

const atServer = (condition: string) =>
  `select neighbour_link.neighbour_id, neighbour_link.uuid, neighbour_link.name_key, account.id as account_id,
     account.username, ${flag(notSuspended('$3'))} as active,
     ${flag(memberOf(accountOf('account'), '$2'))} as member,
     ${flag(takenBy('account', '$2'))} as taken
   from neighbour_link join account on account.id = neighbour_link.account_id
   where ${condition} and account.deletes_at is null`

/** Returns the links of players who have one of these folded names. */
export const linkedPlayersOfNames = readsAll<
  LinkedPlayerAtServerRow,
  [keys: readonly string[], server: string, now: number]
>('linked_players_of_names', atServer('neighbour_link.name_key = any_of($1)'))

/** Returns the links of players who have one of these UUIDs. */
export const linkedPlayersOfUuids = readsAll<
  LinkedPlayerAtServerRow,
  [uuids: readonly string[], server: string, now: number]
>('linked_players_of_uuids', atServer('neighbour_link.uuid = any_of($1)'))

/** Returns the accounts of players who have one of these UUIDs. */
export const accountsOfPlayers = readsAll<
  Pick<NeighbourLinkRow, 'neighbour_id' | 'uuid' | 'account_id'>,
  [uuids: readonly string[]]
>('accounts_of_players', 'select neighbour_id, uuid, account_id from neighbour_link where uuid = any_of($1)')

/** Keeps the links to players of a neighbour, as parts of its deletion. */
export const keepLinkedPlayers = executes<[deletionId: string, neighbour: string], Transaction>(
  'keep_links_of_neighbour',
  `insert into deletion_part (deletion_id, part, account_id, key, more, at, version)
   select cast($1 as text), 'linked', player.id, neighbour_link.uuid,
     neighbour_link.proof || ' ' || neighbour_link.name, neighbour_link.at, account.credentials_version
   from neighbour_link join account as player on player.id = neighbour_link.account_id
     join account on account.id = ${accountOf('player')}
   where neighbour_link.neighbour_id = $2`,
)

/** A link that was kept. */
export interface KeptLinkRow {
  account_id: string
  uuid: string
  /** The proof, a space and the name. */
  proved: `${LinkProof} ${string}`
  at: number
  /** The number of links that the player has now. */
  others: number
}

/**
 * Returns the kept links of accounts whose credentials have not ended since, to players whose UUID is not an account's or
 * another neighbour's by now.
 */
export const keptLinks = readsAll<KeptLinkRow, [deletionId: string, neighbour: string]>(
  'kept_links_of_neighbour',
  `select deletion_part.account_id, deletion_part.key as uuid, deletion_part.more as proved, deletion_part.at,
     (select count(*) from neighbour_link where neighbour_link.account_id = player.id) as others
   from deletion_part join account as player on player.id = deletion_part.account_id
     join account on account.id = ${accountOf('player')}
   where deletion_part.deletion_id = $1 and deletion_part.part = 'linked'
     and account.credentials_version = deletion_part.version
     and not exists (select 1 from account as one where one.id = deletion_part.key)
     and not exists (select 1 from deleted_account where deleted_account.id = deletion_part.key)
     and not exists (select 1 from visitor where visitor.uuid = deletion_part.key and visitor.neighbour_id <> $2)
   order by deletion_part.account_id, deletion_part.at, deletion_part.key`,
)
