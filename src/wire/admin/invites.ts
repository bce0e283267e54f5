// /invites: invite codes, as "norn invite" has them.
import { Type } from 'typebox'
import {
  createInvite,
  type Invite,
  listInvites,
  maskedInvite,
  revokeInvite,
} from '../../domain/registration/invites.ts'
import { inviteFields } from '../../model/fields/invite.ts'
import { shownInvite } from '../../present/invite.ts'
import { type AdminApi, actorOf, Closed, created, mayReadSecrets, word } from './api.ts'
import { answeredFields, newFields, readFields } from './fields.ts'
import { pageOfAll } from './lists.ts'

const { uses, ...fields } = answeredFields(inviteFields)
const InviteAnswer = Type.Object({
  code: Type.String({ description: 'For a read-only token, its first four characters and an ellipsis.' }),
  url: Type.String({ description: 'The link to send to the person invited.' }),
  uses,
  waiting: Type.Integer({
    description: 'How many of these are reserved for people who have not confirmed their email address yet.',
  }),
  ...fields,
})

const NewInvite = Closed(newFields(inviteFields))

export function inviteRoutes({ app, context, lists, ends, creates }: AdminApi): void {
  const shown = (invite: Invite) => shownInvite(invite, context.baseUrl())

  app.get('/invites', lists('The invites', InviteAnswer), async (request) => {
    const shownTo = (invite: Invite) => shown(mayReadSecrets(request) ? invite : maskedInvite(invite))
    // Pages are not ordered by code, since `next` would reveal a code that the reader may not see.
    return pageOfAll(request.query, 'id', await listInvites(context), shownTo)
  })

  app.post(
    '/invites',
    creates('Creates an invite', InviteAnswer, ['instant_malformed', 'unknown'], { body: NewInvite }),
    (request, reply) =>
      created(context, request, reply, shown, async (by, keep) => {
        const given = readFields(inviteFields, request.body, context.clock())
        return createInvite(context, by, given, keep)
      }),
  )

  app.delete(
    '/invites/:code',
    ends('Revokes an invite', 'It is revoked.', ['unknown'], {
      params: Type.Object({ code: Type.String() }),
    }),
    (request) => revokeInvite(context, actorOf(request), word(request.params.code)),
  )
}
