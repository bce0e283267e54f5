import type { Invite } from '../domain/registration/invites.ts'
import { isoTimeOrNull } from '../lib/text/instant.ts'

/** Returns an invite as commands and the API show it. Without a base URL (NORN_PORT is 0), its link is only a path. */
export const shownInvite = ({ code, uses, waiting, expiresAt, group }: Invite, baseUrl = '') => ({
  code,
  url: `${baseUrl}/register?invite=${code}`,
  uses,
  waiting,
  expiresAt: isoTimeOrNull(expiresAt),
  ...(group !== null && { group }),
})
