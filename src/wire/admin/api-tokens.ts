// /api-tokens: the tokens of this API, as "norn api-token" has them.
import { Type } from 'typebox'
import { createApiToken, listApiTokens, revokeApiToken } from '../../domain/tokens/api-tokens.ts'
import { apiTokenFields } from '../../model/fields/api-token.ts'
import { shownApiToken, shownMadeApiToken } from '../../present/api-token.ts'
import { type AdminApi, actorOf, Closed, created, Id, Instant, Nullable, word } from './api.ts'
import { answeredFields, newFields, readFields } from './fields.ts'
import { pageOfAll } from './lists.ts'

const { name, readOnly, ...fields } = answeredFields(apiTokenFields)
const ApiTokenAnswer = Type.Object({
  id: Id,
  name,
  readOnly,
  createdAt: Instant,
  ...fields,
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

const MadeAnswer = Type.Object({
  id: Id,
  name,
  token: Type.String({ description: 'norn_…, only in this answer.' }),
  readOnly,
  ...fields,
})

const NewApiToken = Closed(newFields(apiTokenFields))

export function apiTokenRoutes({ app, context, lists, ends, creates }: AdminApi): void {
  app.get('/api-tokens', lists('The tokens for this API, by id', ApiTokenAnswer), async ({ query }) =>
    pageOfAll(query, 'id', await listApiTokens(context), shownApiToken),
  )

  app.post(
    '/api-tokens',
    creates('Creates a token for this API', MadeAnswer, ['malformed', 'instant_malformed'], {
      body: NewApiToken,
    }),
    (request, reply) =>
      created(context, request, reply, shownMadeApiToken, async (by, keep) => {
        const given = readFields(apiTokenFields, request.body, context.clock())
        return createApiToken(context, by, given, keep)
      }),
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
