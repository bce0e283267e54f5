import { type Static, Type } from 'typebox'
import { digest } from '../../lib/crypto/digest.ts'
import { isoTime } from '../../lib/text/instant.ts'
import type { Suspension } from '../../model/accounts/account.ts'
import type { FriendsPreferences } from '../../model/game/friends.ts'

const Privilege = Type.Object({ enabled: Type.Boolean() })

export const Privileges = Type.Object({
  privileges: Type.Object({
    onlineChat: Privilege,
    multiplayerServer: Privilege,
    multiplayerRealms: Privilege,
    telemetry: Privilege,
    optionalTelemetry: Privilege,
  }),
})

const Preference = Type.Union([Type.Literal('ENABLED'), Type.Literal('DISABLED')])

const Ban = Type.Object({
  banId: Type.String({ description: 'A UUID, new for each suspension.' }),
  expires: Type.Optional(Type.String({ description: 'ISO 8601; absent if it has no end.' })),
  reason: Type.String(),
  reasonMessage: Type.Optional(Type.String()),
})

const profanityFilterPreferences = Type.Object({ profanityFilterOn: Type.Boolean() })
const banStatus = Type.Object({ bannedScopes: Type.Object({ MULTIPLAYER: Type.Optional(Ban) }) })

export const PlayerAttributes = Type.Object({
  ...Privileges.properties,
  profanityFilterPreferences,
  friendsPreferences: Type.Object({ friends: Preference, acceptInvites: Preference }),
  banStatus,
})

/** The answer with NORN_FRIENDS=off. */
export const AttributesWithoutFriends = Type.Omit(PlayerAttributes, ['friendsPreferences'])

export const Blocklist = Type.Object({ blockedProfiles: Type.Array(Type.String()) })

interface Player {
  id: string
  suspension: Suspension | undefined
}

export const privileges = ({ suspension }: Player): Static<typeof Privileges> => ({
  privileges: {
    onlineChat: { enabled: true },
    multiplayerServer: { enabled: suspension === undefined },
    multiplayerRealms: { enabled: false },
    telemetry: { enabled: false },
    optionalTelemetry: { enabled: false },
  },
})

/** A game that gets one of the two preferences without the other fails. */
export const playerAttributes = (
  player: Player,
  { friends, acceptInvites }: FriendsPreferences,
): Static<typeof PlayerAttributes> => {
  const { banStatus, ...before } = attributesWithoutFriends(player)
  const is = (isOn: boolean) => (isOn && player.suspension === undefined ? 'ENABLED' : 'DISABLED')
  return {
    ...before,
    friendsPreferences: { friends: is(friends), acceptInvites: is(acceptInvites) },
    banStatus,
  }
}

export const attributesWithoutFriends = (player: Player): Static<typeof AttributesWithoutFriends> => ({
  ...privileges(player),
  profanityFilterPreferences: { profanityFilterOn: false },
  banStatus: { bannedScopes: player.suspension ? { MULTIPLAYER: ban(player.id, player.suspension) } : {} },
})

/** The game has its own words for the vendor's numbered reasons, and shows `reasonMessage` for unknown ones. */
const wordless = '0'

function ban(id: string, { at, until, reason }: Suspension): Static<typeof Ban> {
  return {
    banId: digest(`${id}/${at}`).slice(0, 32),
    ...(until !== undefined && { expires: isoTime(until) }),
    reason: wordless,
    ...(reason !== undefined && { reasonMessage: reason }),
  }
}
