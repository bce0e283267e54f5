import { isoTimeOrNull } from '../lib/text/instant.ts'
import type { GameServer } from '../model/community/game-server.ts'
import { shownFields } from '../model/fields/field.ts'
import { serverFields } from '../model/fields/server.ts'

/** Returns a game server as commands and the API list it. */
export const shownServer = (server: GameServer) => ({
  name: server.name,
  ...shownFields(serverFields, server),
  paused: server.isPaused,
  lastAskedAt: isoTimeOrNull(server.lastAskedAt),
})

export const shownRootedServer = ({ server, root }: { server: GameServer; root: string }) => {
  const { lastAskedAt, ...rest } = shownServer(server)
  return { ...rest, root, lastAskedAt }
}
