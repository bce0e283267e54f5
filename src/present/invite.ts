import type { Invite } from '../domain/registration/invites.ts'
import { shownFields } from '../model/fields/field.ts'
import { inviteFields } from '../model/fields/invite.ts'

/** Returns the link of an invite, which opens its page. */
export const inviteLink = (code: string, baseUrl: string): string => `${baseUrl}/register?invite=${code}`

/** Returns an invite as commands and the API show it. Without a base URL (NORN_PORT is 0), its link is only a path. */
export const shownInvite = (invite: Invite, baseUrl = '') => ({
  code: invite.code,
  url: inviteLink(invite.code, baseUrl),
  // Before `waiting`, which is part of it.
  uses: invite.uses,
  waiting: invite.waiting,
  ...shownFields(inviteFields, invite),
})
