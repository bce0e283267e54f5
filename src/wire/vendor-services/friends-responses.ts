import { type Static, Type } from 'typebox'
import type { FriendsList } from '../../domain/friends/list.ts'
import type { SeenPresence } from '../../domain/friends/presence.ts'
import { hyphenatedUuid } from '../../lib/crypto/uuid.ts'
import { isoTimeInList } from '../../lib/text/instant.ts'
import type { Profile } from '../../model/accounts/account.ts'

const Player = Type.Object({
  profileId: Type.String({ description: 'The UUID without hyphens.' }),
  name: Type.String(),
})

export const Friends = Type.Object({
  friends: Type.Array(Player),
  incomingRequests: Type.Array(Player),
  outgoingRequests: Type.Array(Player),
  empty: Type.Boolean({ description: 'True if all three are empty.' }),
})

export const Presence = Type.Object({
  presence: Type.Array(
    Type.Object({
      profileId: Type.String({ description: 'The UUID with hyphens.' }),
      pmid: Type.String({ description: 'A UUID with hyphens, the same while the game reports.' }),
      status: Type.String(),
      lastUpdated: Type.String({ description: 'When the status was first reported; ISO 8601 in UTC.' }),
      joinInfo: Type.Optional(Type.Object({ value: Type.String(), invited: Type.Boolean() })),
    }),
  ),
})

const player = ({ id, username }: Profile) => ({ profileId: id, name: username })

export const friendsAnswer = ({ friends, incoming, outgoing }: FriendsList): Static<typeof Friends> => ({
  friends: friends.map(player),
  incomingRequests: incoming.map(player),
  outgoingRequests: outgoing.map(player),
  empty: friends.length + incoming.length + outgoing.length === 0,
})

export const presenceAnswer = (seen: readonly SeenPresence[]): Static<typeof Presence> => ({
  presence: seen.map(({ id, pmid, status, since, joinInfo }) => ({
    profileId: hyphenatedUuid(id),
    pmid,
    status,
    lastUpdated: isoTimeInList(since),
    ...(joinInfo && { joinInfo }),
  })),
})
