// /api-tokens: the tokens of this API, as "norn api-token" has them.
import { Type } from 'typebox'
import {
  createApiToken,
  listApiTokens,
  type MadeApiToken,
  revokeApiToken,
} from '../../domain/tokens/api-tokens.ts'
import { shownApiToken } from '../../present/api-token.ts'
import { type AdminApi, actorOf, Closed, created, Id, Instant, Nullable, word } from './api.ts'
import { End, readEnd } from './instant.ts'
import { pageOfAll } from './lists.ts'

const ApiTokenAnswer = Type.Object({
  id: Id,
  name: Type.String(),
  readOnly: Type.Boolean(),
  createdAt: Instant,
  expiresAt: Nullable(Instant),
  lastUsedAt: Nullable(Instant),
  createdBy: Type.Object(
    {
      kind: Type.String({ description: 'account, cli, api or system.' }),
      id: Type.Optional(Type.String({ description: 'The id of the account, or of the API token.' })),
      name: Type.Optional(Type.String()),
    },
    { description: 'The actor that created it, as in the audit log.' },
  ),
})

const NewApiToken = Closed({
  name: Type.String({ minLength: 1 }),
  readOnly: Type.Optional(Type.Boolean()),
  expiresAt: Type.Optional(End),
})

export function apiTokenRoutes({ app, context, lists, ends, creates }: AdminApi): void {
  app.get('/api-tokens', lists('The tokens for this API, by id', ApiTokenAnswer), async ({ query }) =>
    pageOfAll(query, 'id', await listApiTokens(context), shownApiToken),
  )

  app.post(
    '/api-tokens',
    creates(
      'Creates a token for this API',
      Type.Object({
        id: Id,
        name: Type.String(),
        token: Type.String({ description: 'norn_…, only in this answer.' }),
        readOnly: Type.Boolean(),
        expiresAt: Nullable(Instant),
      }),
      ['malformed', 'instant_malformed'],
      { body: NewApiToken },
    ),
    (request, reply) =>
      created(
        context,
        request,
        reply,
        ({ apiToken, token }: MadeApiToken) => ({ ...shownApiToken(apiToken), token }),
        async (by, keep) => {
          const { name, readOnly: isReadOnly = false, expiresAt = null } = request.body
          const end = readEnd(expiresAt, context.clock(), 'expiresAt')
          return createApiToken(context, by, { name, isReadOnly, expiresAt: end }, keep)
        },
      ),
  )

  app.delete(
    '/api-tokens/:id',
    ends('Revokes a token for this API', 'It is revoked.', ['unknown', 'malformed'], {
      params: Type.Object({ id: Type.String() }),
      querystring: Type.Object({
        cascade: Type.Optional(
          Type.Boolean({ description: 'If true, also every token created with it, and with those.' }),
        ),
      }),
    }),
    async (request) => {
      const { cascade: isCascading = false } = request.query
      await revokeApiToken(context, actorOf(request), word(request.params.id), { isCascading })
    },
  )
}
