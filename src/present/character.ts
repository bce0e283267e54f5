import type { Player } from '../domain/characters/players.ts'
import { isoTime, isoTimeOrNull } from '../lib/text/instant.ts'

/** Returns a player of an account as commands and the API list it. The whole account may be suspended. */
export const shownPlayer = ({ player, isPrimary }: Player, _place: number, all: readonly Player[]) => ({
  id: player.id,
  username: player.username,
  primary: isPrimary,
  createdAt: isoTime(player.createdAt),
  suspended: [player, all[0]?.player].some((each) => each?.suspension !== undefined),
  deletesAt: isoTimeOrNull(player.deletesAt),
})
