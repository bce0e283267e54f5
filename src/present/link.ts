import type { MadeLink } from '../domain/sign-in/links.ts'
import { isoTime } from '../lib/text/instant.ts'

/** As commands and the API show it. Without a base URL, while NORN_PORT is 0, the path is all that is known of it. */
export const shownLink = ({ token, expiresAt }: MadeLink, baseUrl = '') => ({
  url: `${baseUrl}/link/${token}`,
  expiresAt: isoTime(expiresAt),
})
