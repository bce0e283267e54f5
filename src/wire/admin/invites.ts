// /invites: invite codes, as "norn invite" has them.
import { Type } from 'typebox'
import {
  createInvite,
  type Invite,
  listInvites,
  maskedInvite,
  maxInviteUses,
  revokeInvite,
} from '../../domain/registration/invites.ts'
import { shownInvite } from '../../present/invite.ts'
import { type AdminApi, actorOf, Closed, created, Instant, mayReadSecrets, Nullable, word } from './api.ts'
import { End, readEnd } from './instant.ts'
import { pageOfAll } from './lists.ts'

const InviteAnswer = Type.Object({
  code: Type.String({ description: 'For a read-only token, its first four characters and an ellipsis.' }),
  url: Type.String({ description: 'The link to send to the person invited.' }),
  uses: Type.Integer({ description: 'The number of accounts that can still be registered with it.' }),
  waiting: Type.Integer({
    description: 'How many of these are reserved for people who have not confirmed their email address yet.',
  }),
  expiresAt: Nullable(Instant),
  group: Type.Optional(
    Type.String({ description: 'Players who register with the invite become members of this group.' }),
  ),
})

const NewInvite = Closed({
  uses: Type.Optional(Type.Integer({ minimum: 1, maximum: maxInviteUses, description: '1 by default.' })),
  expiresAt: Type.Optional(End),
  group: Type.Optional(Nullable(Type.String())),
})

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
        const { uses = 1, expiresAt = null, group } = request.body
        const end = readEnd(expiresAt, context.clock(), 'expiresAt')
        return createInvite(context, by, { uses, expiresAt: end, group }, keep)
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
