import { isoTimeOrNull } from '../lib/text/instant.ts'
import type { GameServer } from '../model/game-server.ts'

/** A game server as commands and the API list it. */
export const shownServer = ({ name, title, address, groups, isPaused, lastAskedAt }: GameServer) => ({
  name,
  title,
  address,
  groups: [...groups],
  // No neighbour can be named yet.
  neighbours: [],
  paused: isPaused,
  lastAskedAt: isoTimeOrNull(lastAskedAt),
})

/** One of them, with its root. */
export const shownRootedServer = ({ server, root }: { server: GameServer; root: string }) => {
  const { lastAskedAt, ...rest } = shownServer(server)
  return { ...rest, root, lastAskedAt }
}
