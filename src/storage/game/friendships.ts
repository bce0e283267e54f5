// Pairs of players who are friends, or of whom one has asked the other. A pair is stored once, its lower id first.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Profile } from '../../model/accounts/account.ts'
import type { Queries, Transaction } from '../engine/database.ts'
import {
  executes,
  readsAll,
  readsFirst,
  readsNumber,
  writesAny,
  writesColumn,
  writesFirst,
} from '../engine/queries.ts'
import type { FriendshipRow } from '../schema/rows/game.ts'

export type KnownPlayerRow = Profile & Pick<FriendshipRow, 'asked_by' | 'since'>

const half = (own: string, other: string) =>
  `select account.id, account.username, friendship.asked_by, friendship.since
   from friendship join account on account.id = friendship.${other}
   where friendship.${own} = $1 and friendship.${other} > $4 and account.deletes_at is null
     and (friendship.asked_by is null or friendship.since > $2)
     and (friendship.asked_by is null or friendship.asked_by = $1 or not exists (
       select 1 from declined_player
       where account_id = $1 and other_id = friendship.${other} and until > $3))`

/** The number of players who are read at once. Reading 200 would take too much of the event loop. */
const batch = 64

const knownPlayersAfter = readsAll<
  KnownPlayerRow,
  [id: string, askedSince: number, now: number, after: string]
>('known_players', `${half('low', 'high')} union all ${half('high', 'low')} order by id limit ${batch}`)

/**
 * Returns a player's friends and open requests, but for accounts that wait for their deletion, and for requests of those
 * who were declined.
 */
export async function knownPlayersOf(
  db: Queries,
  id: string,
  askedSince: number,
  now: number,
): Promise<KnownPlayerRow[]> {
  const all: KnownPlayerRow[] = []
  for (;;) {
    const rows = await knownPlayersAfter(db, id, askedSince, now, all.at(-1)?.id ?? '')
    all.push(...rows)
    if (rows.length < batch) break
  }
  // A long answer has a turn of its own.
  if (all.length > batch) await nextTurn()
  return all
}

const friendsIn = (own: string, other: string) =>
  `(select count(*) from friendship join account on account.id = friendship.${other}
    where friendship.${own} = $1 and asked_by is null and account.deletes_at is null)`

/** Counts a player's friends as `knownPlayersOf` returns them. */
export const countFriends = readsNumber<[id: string]>(
  'count_friends',
  `select ${friendsIn('low', 'high')} + ${friendsIn('high', 'low')} as friends`,
)

interface Counts {
  /** Friends, and requests sent. */
  own: number
  received: number
}

const count = (column: string, isCounted: string) =>
  `(select count(*) from friendship where ${column} = $1 and ${isCounted})`

const isOwn = '(asked_by is null or (asked_by = $1 and since > $2))'
const isReceived = 'asked_by <> $1 and since > $2'

/** Counts what has a place in a player's list, also what is not shown. */
export const countKnownPlayers = readsFirst<Counts, [id: string, askedSince: number]>(
  'count_known_players',
  `select ${count('low', isOwn)} + ${count('high', isOwn)} as own,
     ${count('low', isReceived)} + ${count('high', isReceived)} as received`,
)

export const friendshipOf = readsFirst<
  Pick<FriendshipRow, 'asked_by' | 'since'>,
  [low: string, high: string]
>('friendship', 'select asked_by, since from friendship where low = $1 and high = $2')

const requestsTo = (own: string, other: string) =>
  `select ${other} as asker, since, network from friendship
   where ${own} = $1 and asked_by = ${other} and since > $2`

/**
 * Returns the player whose request to another one makes room for a request from a network: the oldest of those from the
 * network that has most of them, if it has two more than this one, so that it has no fewer afterwards.
 */
export const requestInExcess = readsFirst<
  { asker: string },
  [id: string, askedSince: number, network: string]
>(
  'friend_request_in_excess',
  `with given as (${requestsTo('low', 'high')} union all ${requestsTo('high', 'low')})
   select asker from given where network = (
     select network from given where network is not null group by network
     having count(*) > 1 + (select count(*) from given where network = $3)
     order by count(*) desc, network limit 1)
   order by since, asker limit 1`,
)

/** Asks, or makes two players friends if the other one has asked. Repeated, it changes nothing. */
export const askOrAccept = executes<
  [low: string, high: string, askedBy: string, now: number, network: string],
  Transaction
>(
  'ask_or_accept_friend',
  `insert into friendship (low, high, asked_by, since, network) values ($1, $2, $3, $4, $5)
   on conflict (low, high) do update set asked_by = null, since = excluded.since, network = null
     where friendship.asked_by <> excluded.asked_by`,
)

/** Makes two players friends, also if one has asked. Returns false if they are. */
export const joinFriends = writesAny<[low: string, high: string, now: number], Transaction>(
  'join_friends',
  `insert into friendship (low, high, asked_by, since) values ($1, $2, null, $3)
   on conflict (low, high) do update set asked_by = null, since = excluded.since, network = null
     where friendship.asked_by is not null
   returning low`,
)

/** Ends a friendship or a request. */
export const deleteFriendship = executes<[low: string, high: string]>(
  'delete_friendship',
  'delete from friendship where low = $1 and high = $2',
)

/** Ends a friendship or a request. Returns false if there is none. */
export const endFriendship = writesAny<[low: string, high: string], Transaction>(
  'end_friendship',
  'delete from friendship where low = $1 and high = $2 returning low',
)

const ofPlayer = 'select low, high from friendship where low = $1 or high = $1'

const deletesOf = (name: string, pairs: string) =>
  writesColumn<string | null, [id: string]>(
    name,
    `delete from friendship where (low, high) in (${pairs}) returning asked_by`,
  )

const deletesAnyhow = deletesOf('delete_friends', ofPlayer)
const deletesInOrder = deletesOf('delete_friends_in_order', `${ofPlayer} order by low, high for update`)

/**
 * Ends all friendships and requests of a player, and returns of each who has asked, null of friends. In the order of the
 * pairs, so that several players whose lists are cleared at once can't deadlock.
 */
export const deleteFriendsOf = (tx: Transaction, id: string): Promise<(string | null)[]> =>
  (tx.dialect === 'sqlite' ? deletesAnyhow : deletesInOrder)(tx, id)

/** Ends a friendship or a request, and returns what it was. */
export const takeFriendship = writesFirst<
  Pick<FriendshipRow, 'asked_by' | 'since'>,
  [low: string, high: string],
  Transaction
>('take_friendship', 'delete from friendship where low = $1 and high = $2 returning asked_by, since')

/** Returns a pair in the order in which it is stored. */
export const inPair = (one: string, other: string): [low: string, high: string] =>
  one < other ? [one, other] : [other, one]
