import { Type } from 'typebox'
import { createOneTimeLink, type MadeOneTimeLink } from '../../domain/sign-in/one-time-links.ts'
import { oneTimeLinkPurposes } from '../../model/accounts/one-time-link.ts'
import { shownOneTimeLink } from '../../present/one-time-link.ts'
import { AccountParams, accountOf } from './account-answers.ts'
import { type AdminApi, Closed, created, Instant } from './api.ts'
import { readEnd } from './instant.ts'

const NewLink = Closed({
  for: Type.Enum([...oneTimeLinkPurposes], {
    description: '`setup` and `password` let the player choose a password.',
  }),
  expiresAt: Type.Optional(
    Type.String({
      description:
        'ISO 8601, in the future, or a duration from now such as `12h` or `7d`; within 30 days. 24 hours unless given.',
      minLength: 2,
      maxLength: 40,
    }),
  ),
})

export function oneTimeLinkRoutes({ app, context, creates }: AdminApi): void {
  app.post(
    '/accounts/:id/links',
    creates(
      'Makes a link by which the player chooses a password, or replaces the second factor, once',
      Type.Object({
        url: Type.String({ description: 'The page to send to the player, this once.' }),
        expiresAt: Instant,
      }),
      ['account_unknown', 'instant_malformed'],
      { params: AccountParams, body: NewLink },
    ),
    (request, reply) =>
      created(
        context,
        request,
        reply,
        (link: MadeOneTimeLink) => shownOneTimeLink(link, context.baseUrl()),
        async (by, keep) => {
          const { for: purpose, expiresAt: end } = request.body
          const expiresAt = readEnd(end, context.clock(), 'expiresAt')
          const account = await accountOf(context, request.params)
          return createOneTimeLink(context, by, account, { purpose, expiresAt }, keep)
        },
      ),
  )
}
