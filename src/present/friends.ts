import type { ReadContext } from '../domain/context.ts'
import { blockedBy } from '../domain/friends/blocks.ts'
import { friendsOf, type KnownPlayer } from '../domain/friends/list.ts'
import { ownFriendsPreferences } from '../domain/friends/preferences.ts'
import { isoTime } from '../lib/text/instant.ts'
import type { Account } from '../model/accounts/account.ts'

const shownFriend = ({ id, username, since }: KnownPlayer) => ({ id, username, since: isoTime(since) })

/** Returns a player's list as commands and the API show it: whom the player blocks is only counted. */
export async function shownFriends(context: ReadContext, player: Pick<Account, 'id'>) {
  const { friends, incoming, outgoing } = await friendsOf(context, player.id)
  return {
    friends: friends.map(shownFriend),
    incoming: incoming.map(shownFriend),
    outgoing: outgoing.map(shownFriend),
    blocked: (await blockedBy(context, player.id)).length,
    preferences: await ownFriendsPreferences(context, player),
  }
}
