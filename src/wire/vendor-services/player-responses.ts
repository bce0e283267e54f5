import { type Static, Type } from 'typebox'
import { digest } from '../../lib/crypto/digest.ts'
import { isoTime } from '../../lib/text/instant.ts'
import type { Suspension } from '../../model/accounts/account.ts'

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

const Ban = Type.Object({
  banId: Type.String({ description: 'A UUID, new for each suspension.' }),
  expires: Type.Optional(Type.String({ description: 'ISO 8601; absent if it has no end.' })),
  reason: Type.String(),
  reasonMessage: Type.Optional(Type.String()),
})

export const PlayerAttributes = Type.Object({
  ...Privileges.properties,
  profanityFilterPreferences: Type.Object({ profanityFilterOn: Type.Boolean() }),
  banStatus: Type.Object({ bannedScopes: Type.Object({ MULTIPLAYER: Type.Optional(Ban) }) }),
})

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

export const playerAttributes = (player: Player): Static<typeof PlayerAttributes> => ({
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
