import { isoTimeOrNull } from '../lib/text/instant.ts'
import type { GameServer } from '../model/community/game-server.ts'

/** Returns a game server as commands and the API list it. What is as usual about its answers is left out. */
export const shownServer = ({
  name,
  title,
  address,
  groups,
  neighbours,
  tellsGroups,
  visitorsWho,
  tellsSource,
  linkUse,
  isPaused,
  lastAskedAt,
}: GameServer) => ({
  name,
  title,
  address,
  groups: [...groups],
  neighbours: [...neighbours],
  ...(tellsGroups && { groupsProperty: true }),
  ...(visitorsWho && { who: visitorsWho }),
  ...(tellsSource && { sourceProperty: true }),
  ...(linkUse !== 'admit' && { links: linkUse }),
  paused: isPaused,
  lastAskedAt: isoTimeOrNull(lastAskedAt),
})

export const shownRootedServer = ({ server, root }: { server: GameServer; root: string }) => {
  const { lastAskedAt, ...rest } = shownServer(server)
  return { ...rest, root, lastAskedAt }
}
