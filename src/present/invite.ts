import type { Invite } from '../domain/registration/invites.ts'
import { isoTimeOrNull } from '../lib/text/instant.ts'

/** As commands and the API show it. Without a base URL, while NORN_PORT is 0, the path is all that is known of it. */
export const shownInvite = ({ code, uses, expiresAt, group }: Invite, baseUrl = '') => ({
  code,
  url: `${baseUrl}/register?invite=${code}`,
  uses,
  expiresAt: isoTimeOrNull(expiresAt),
  ...(group !== null && { group }),
})
