import { isoTimeOrNull } from '../lib/text/instant.ts'
import type { GameServer } from '../model/community/game-server.ts'

/** Returns a game server as commands and the API list it. */
export const shownServer = ({
  name,
  title,
  address,
  groups,
  neighbours,
  visitorsWho,
  isPaused,
  lastAskedAt,
}: GameServer) => ({
  name,
  title,
  address,
  groups: [...groups],
  neighbours: [...neighbours],
  ...(visitorsWho && { who: visitorsWho }),
  paused: isPaused,
  lastAskedAt: isoTimeOrNull(lastAskedAt),
})

export const shownRootedServer = ({ server, root }: { server: GameServer; root: string }) => {
  const { lastAskedAt, ...rest } = shownServer(server)
  return { ...rest, root, lastAskedAt }
}
