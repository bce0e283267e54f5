import type { AppPassword } from '../domain/tokens/app-passwords.ts'
import { isoTime, isoTimeOrNull } from '../lib/text/instant.ts'

/** Returns an app password as commands and the API show it. */
export const shownAppPassword = ({ id, name, createdAt, lastUsedAt, launcher, address }: AppPassword) => ({
  id,
  name,
  createdAt: isoTime(createdAt),
  lastUsedAt: isoTimeOrNull(lastUsedAt),
  launcher,
  address,
})
