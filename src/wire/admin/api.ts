import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { type TProperties, type TSchema, Type } from 'typebox'
import type { Context } from '../../domain/context.ts'
import { answerOnce, type Operation, type StoreAnswer } from '../../domain/idempotency.ts'
import { type ApiToken, apiActor, openApiToken } from '../../domain/tokens/api-tokens.ts'
import { acceptAnyBody } from '../../http/body/body.ts'
import { checkFields } from '../../http/body/check-fields.ts'
import { readJsonObject } from '../../http/body/fields.ts'
import { bearerToken } from '../../http/headers/bearer.ts'
import { forbidCaching } from '../../http/headers/no-store.ts'
import { protocolScope } from '../../http/paths/protocol-scope.ts'
import type { Routes } from '../../http/server/typed-fastify.ts'
import { uuidPattern } from '../../lib/crypto/uuid.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { type CommonRefusal, Refused } from '../../model/errors/refusal.ts'
import { reasonEntries } from '../../model/reasons/reasons.ts'
import { EmptyBody } from '../yggdrasil/responses.ts'
import { adminErrors } from './errors.ts'
import { ListOf, ListQuery } from './lists.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The token of the request; undefined outside of the API for administration. */
    apiToken: (ApiToken & { token: string }) | undefined
  }
}

/** The scope in which each resource registers its routes. */
export type AdminApi = ReturnType<typeof adminApi>

type Reason = keyof typeof adminErrors.own | CommonRefusal

/** Applies the rules of every route: tokens are checked before bodies are read, which are JSON; no caching. */
export function adminApi(app: Routes, context: Context) {
  const title = 'Administration'
  const refuses = protocolScope(app, { title, errors: adminErrors, bearer: 'apiToken' })
  app.setValidatorCompiler(checkFields)
  app.addHook('onRoute', (route) => {
    const own = reasonEntries.filter(([, { at }]) =>
      at?.includes(`${String(route.method)} ${route.routePath}`),
    )
    if (own.length > 0)
      route.config = {
        ...route.config,
        refusals: [...(route.config?.refusals ?? []), ...own.map(([name]) => name)],
      }
  })
  app.decorateRequest('apiToken', undefined)
  app.addHook('onRequest', async (request, reply) => {
    const token = bearerToken(request.headers)
    // RFC 9110, section 11.6.1, requires it with every 401.
    reply.header('www-authenticate', 'Bearer')
    if (token === undefined) throw new Refused('api_token_invalid')
    const apiToken = await openApiToken(context, token)
    reply.removeHeader('www-authenticate')
    request.apiToken = { ...apiToken, token }
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    if (apiToken.readOnly && !isReading) throw new Refused('api_token_read_only')
  })
  acceptAnyBody(app, readJsonObject)
  forbidCaching(app)
  return {
    app,
    context,
    /** Returns the options of a route that changes nothing, with additional reasons to refuse. */
    reads: <Answer extends TSchema, More extends FastifySchema>(
      summary: string,
      answer: Answer,
      reasons: readonly Reason[],
      more: More,
    ) => ({
      schema: { summary, ...more, response: { 200: answer } },
      config: refuses('api_token_invalid', ...reasons),
    }),
    /** Returns the options of a list. Its query may be invalid. */
    lists: <Item extends TSchema>(summary: string, item: Item) => ({
      schema: { summary, querystring: Type.Object(ListQuery), response: { 200: ListOf(item) } },
      config: refuses('api_token_invalid', 'malformed'),
    }),
    changes: <Answer extends TSchema, More extends FastifySchema>(
      summary: string,
      answer: Answer,
      reasons: readonly Reason[],
      more: More,
    ) => ({
      schema: { summary, ...more, response: { 200: answer } },
      config: refuses(...toChange, ...reasons),
    }),
    /** Returns the options of a route that answers 204, which means `done`. Its handler returns nothing. */
    ends: <More extends FastifySchema>(
      summary: string,
      done: string,
      reasons: readonly Reason[],
      more: More,
    ) => ({
      schema: { summary, ...more, response: { 204: EmptyBody(done) } },
      config: refuses(...toChange, ...reasons),
      preHandler: async (_: FastifyRequest, reply: FastifyReply) => void reply.code(204),
    }),
    /** Returns the options of a route that creates something and answers with `created`. */
    creates: <Answer extends TSchema, More extends FastifySchema>(
      summary: string,
      answer: Answer,
      reasons: readonly Reason[],
      more: More,
    ) => ({
      schema: { headers: CreatingHeaders, summary, ...more, response: { 201: answer } },
      config: refuses(...toChange, 'malformed', ...ofKeys, ...reasons),
    }),
  }
}

const toChange = ['api_token_invalid', 'api_token_read_only'] as const

const ofKeys = [
  'idempotency_key_malformed',
  'idempotency_key_reused',
  'idempotency_key_in_use',
  'idempotency_keys_too_many',
] as const

/** Returns the API token of the request as the actor of a change. */
export function actorOf({ apiToken, ip }: FastifyRequest): Actor {
  if (!apiToken) throw new Refused('api_token_invalid')
  return apiActor(apiToken, ip)
}

/** Returns false for a read-only token: codes and addresses that let their reader do something are masked for it. */
export const mayReadSecrets = ({ apiToken }: FastifyRequest): boolean => apiToken?.readOnly === false

/** The headers of a request that `created` answers. */
const CreatingHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,255}$',
      description:
        'A new one for each thing that is made: the same request with the same key is answered the same.',
    }),
  ),
})

/** Answers 201 with the result of `make`, once for each Idempotency-Key: `keep` is called in its transaction. */
export async function created<Result, Answer extends object>(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: Operation<Result, Answer>['shown'],
  make: (by: Actor, keep?: StoreAnswer<Result>) => Promise<Result>,
): Promise<Answer> {
  const by = actorOf(request)
  const { apiToken, method, url, body } = request
  const key = request.headers['idempotency-key']
  reply.code(201)
  if (!apiToken || typeof key !== 'string') return shown(await make(by), context.db)
  const asked = JSON.stringify([method, url, Buffer.isBuffer(body) ? hash('sha256', body) : body])
  const repeatable = { tokenId: apiToken.id, token: apiToken.token, key, asked }
  const { answer, isRepeated } = await answerOnce<Result, Answer>(context, repeatable, {
    make: (keep) => make(by, keep),
    // Stored as it is sent.
    shown: async (made, db) => JSON.parse(reply.serialize(await shown(made, db)) as string),
  })
  // An answer from before an update may lack fields that the schema requires now.
  if (isRepeated) {
    reply.header('idempotency-replayed', 'true')
    reply.type('application/json; charset=utf-8').serializer(JSON.stringify)
  }
  return answer
}

/**
 * Returns a path segment that may name something, or an empty string: other characters occur in no name, and may
 * not be valid in the database.
 */
export const word = (text: string): string => (/^[\w.-]{1,128}$/.test(text) ? text : '')

/** The schema of a body: unknown fields are refused. */
export const Closed = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false })

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

export const Instant = Type.String({ format: 'date-time', description: 'ISO 8601 in UTC.' })

/** The schema of an id in an answer: of an account, an API token, a webhook and so on. */
export const Id = Type.String({ pattern: uuidPattern.source, description: 'A UUID, 32 hex digits.' })
