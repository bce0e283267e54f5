import type { Ban } from '../domain/operation/bans.ts'
import { isoTime, isoTimeOrNull } from '../lib/text/instant.ts'

/** Returns a ban as commands and the API show it. */
export const shownBan = ({ network, since, until, isAutomatic }: Ban) => ({
  ip: network,
  since: isoTime(since),
  until: isoTimeOrNull(until),
  automatic: isAutomatic,
})
