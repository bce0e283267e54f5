import type { MadeOneTimeLink } from '../domain/sign-in/one-time-links.ts'
import { isoTime } from '../lib/text/instant.ts'

/** Returns a one-time link as commands and the API show it. Without a base URL (NORN_PORT is 0), it is only a path. */
export const shownOneTimeLink = ({ token, expiresAt }: MadeOneTimeLink, baseUrl = '') => ({
  url: `${baseUrl}/link/${token}`,
  expiresAt: isoTime(expiresAt),
})
