import type { Ban } from '../domain/operation/bans.ts'
import { isoTime } from '../lib/text/instant.ts'
import { banFields } from '../model/fields/ban.ts'
import { shownFields } from '../model/fields/field.ts'

/** Returns a ban as commands and the API show it. */
export const shownBan = (ban: Ban) => ({
  ip: ban.network,
  since: isoTime(ban.since),
  ...shownFields(banFields, ban),
  automatic: ban.isAutomatic,
})
