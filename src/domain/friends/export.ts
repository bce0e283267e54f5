import { isoTime } from '../../lib/text/instant.ts'
import type { Account } from '../../model/accounts/account.ts'
import type { ReadContext } from '../context.ts'
import { blockedBy } from './blocks.ts'
import { friendsOf, type KnownPlayer } from './list.ts'
import { ownFriendsPreferences } from './preferences.ts'

/** Collects a player's friends, requests, blocked players and preferences: of others only the name, and since when. */
export async function friendsData(context: ReadContext, player: Pick<Account, 'id'>) {
  const { friends, incoming, outgoing } = await friendsOf(context, player.id)
  const known = ({ id, username, since }: KnownPlayer) => ({ id, username, since: isoTime(since) })
  const asked = (direction: 'incoming' | 'outgoing') => (other: KnownPlayer) => ({
    ...known(other),
    direction,
  })
  return {
    friends: friends.map(known),
    friendRequests: [...incoming.map(asked('incoming')), ...outgoing.map(asked('outgoing'))],
    blocks: (await blockedBy(context, player.id)).map(known),
    friendsPreferences: await ownFriendsPreferences(context, player),
  }
}
