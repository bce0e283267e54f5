import { isoTime } from '../../lib/text/instant.ts'
import type { Account } from '../../model/accounts/account.ts'
import { declinedPlayersOf } from '../../storage/game/declined-players.ts'
import type { ReadContext } from '../context.ts'
import { blockedBy } from './blocks.ts'
import { friendsOf, type KnownPlayer } from './list.ts'
import { ownFriendsPreferences } from './preferences.ts'

/** Collects a player's friends, requests, blocked and declined players, and preferences: of others only the name, and since when. */
export async function friendsData(context: ReadContext, player: Pick<Account, 'id'>) {
  const { friends, incoming, outgoing } = await friendsOf(context, player.id)
  const declined = await declinedPlayersOf(context.db, player.id, context.clock())
  const known = ({ id, username, since }: KnownPlayer) => ({ id, username, since: isoTime(since) })
  const asked = (direction: 'incoming' | 'outgoing') => (other: KnownPlayer) => ({
    ...known(other),
    direction,
  })
  return {
    friends: friends.map(known),
    friendRequests: [...incoming.map(asked('incoming')), ...outgoing.map(asked('outgoing'))],
    blocks: (await blockedBy(context, player.id)).map(known),
    declined: declined.map(({ id, username, until }) => ({ id, username, until: isoTime(until) })),
    friendsPreferences: await ownFriendsPreferences(context, player),
  }
}
