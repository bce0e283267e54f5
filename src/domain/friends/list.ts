import { fold } from '../../lib/text/fold.ts'
import type { Profile } from '../../model/accounts/account.ts'
import { friendRequestMs } from '../../model/game/friends.ts'
import type { Queries } from '../../storage/engine/database.ts'
import { countFriends, knownPlayersOf } from '../../storage/game/friendships.ts'
import type { ReadContext } from '../context.ts'

/** A friend, or somebody who asks or was asked. `since` is in epoch milliseconds. */
export interface KnownPlayer extends Profile {
  since: number
}

export interface FriendsList {
  friends: KnownPlayer[]
  /** Players who ask this one. */
  incoming: KnownPlayer[]
  /** Players whom this one asks. */
  outgoing: KnownPlayer[]
}

/** Requests that were made before this instant have ended. */
export const openSince = (now: number): number => now - friendRequestMs

/** Returns the list of a player, each part by name, ignoring letter case. */
export async function friendsOf(
  { clock, db }: ReadContext,
  id: string,
  queries: Queries = db,
): Promise<FriendsList> {
  const now = clock()
  const rows = await knownPlayersOf(queries, id, openSince(now), now)
  const ordered = rows
    .map((row) => ({ row, key: fold(row.username) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row)
  const part = (isIn: (askedBy: string | null) => boolean): KnownPlayer[] =>
    ordered
      .filter(({ asked_by }) => isIn(asked_by))
      .map(({ id, username, since }) => ({ id, username, since }))
  return {
    friends: part((askedBy) => askedBy === null),
    incoming: part((askedBy) => askedBy !== null && askedBy !== id),
    outgoing: part((askedBy) => askedBy === id),
  }
}

/** Returns how many players wait for an answer of this one: those whom the list shows. */
export const requestsTo = async (context: ReadContext, id: string): Promise<number> =>
  (await friendsOf(context, id)).incoming.length

/** Returns how many friends a player has. */
export const friendsCount = ({ db }: { db: Queries }, id: string): Promise<number> => countFriends(db, id)
