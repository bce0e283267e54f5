import type { Report } from '../domain/moderation/queue.ts'
import { isoTime } from '../lib/text/instant.ts'

/** A report as commands and the API show it. */
export const shownReport = ({ id, hash, kind, player, reporter, reason, at, state, by }: Report) => ({
  id,
  hash: hash ?? null,
  kind,
  name: player.name,
  player: player.id,
  reporter: reporter ?? null,
  reason,
  at: isoTime(at),
  state,
  by: by ?? null,
})
