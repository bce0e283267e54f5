import type { ApiToken } from '../domain/tokens/api-tokens.ts'
import { isoTime, isoTimeOrNull } from '../lib/text/instant.ts'

/** Returns an API token as commands and the API show it. */
export const shownApiToken = ({ id, name, isReadOnly, maker, ...times }: ApiToken) => ({
  id,
  name,
  readOnly: isReadOnly,
  createdAt: isoTime(times.createdAt),
  expiresAt: isoTimeOrNull(times.expiresAt),
  lastUsedAt: isoTimeOrNull(times.lastUsedAt),
  createdBy: maker,
})
