// /why: why somebody can't join, as "norn why" explains it.
import { Type } from 'typebox'
import { whyNot } from '../../domain/operation/why.ts'
import { maxLoginLength } from '../../model/accounts/account.ts'
import { attemptSteps } from '../../model/records/attempt.ts'
import { type AdminApi, Id, Instant, Nullable } from './api.ts'

const WhyAnswer = Type.Object({
  name: Type.String(),
  id: Nullable(Type.String({ description: 'The UUID of the account; null if there is none.' })),
  owner: Nullable(
    Type.Object({ id: Id, username: Type.String() }, { description: 'The account of a character.' }),
  ),
  advice: Type.String({ description: 'What to do, in words.' }),
  attempts: Type.Array(
    Type.Object({
      at: Instant,
      step: Type.Enum([...attemptSteps]),
      outcome: Type.Enum(['ok', 'refused']),
      reason: Nullable(Type.String({ description: 'A stable word; null for a success.' })),
      message: Type.String({ description: 'What happened, in words.' }),
      address: Type.String(),
      via: Type.Optional(
        Type.Literal('app_password', { description: 'Only of authenticate by an app password.' }),
      ),
      server: Type.Optional(Type.String({ description: 'The game server that asked below its root.' })),
      watched: Type.Optional(
        Type.String({
          description: 'With NORN_NEIGHBOURS=watch, what the answer would be: ok, or a stable word.',
        }),
      ),
      neighbours: Type.Optional(
        Type.Array(Type.String(), { description: 'The ids of the neighbours that would decide.' }),
      ),
    }),
  ),
})

export function whyRoutes({ app, context, reads }: AdminApi): void {
  app.get(
    '/why',
    reads(
      "Why a player can't join: the last attempts, the newest first, and what to do",
      WhyAnswer,
      ['malformed'],
      {
        querystring: Type.Object({
          name: Type.String({
            minLength: 1,
            maxLength: maxLoginLength,
            description: 'A username, even one without an account, an email address or a UUID.',
          }),
        }),
      },
    ),
    ({ query }) => whyNot(context, query.name),
  )
}
