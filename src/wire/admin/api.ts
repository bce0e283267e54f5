import type { FastifyReply, FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
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
import type { Actor } from '../../model/actor.ts'
import { type CommonRefusal, Refused } from '../../model/refusal.ts'
import { adminErrors } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request bears; undefined outside of the API for administration. */
    apiToken: (ApiToken & { token: string }) | undefined
  }
}

/** What each resource is registered with. */
export type AdminApi = ReturnType<typeof adminApi>

type Reason = keyof typeof adminErrors.own | CommonRefusal

/** The rules of every route: who asks is known before a body is read, bodies are JSON, answers are not cached. */
export function adminApi(app: Routes, context: Context) {
  const title = 'Administration'
  const refuses = protocolScope(app, { title, errors: adminErrors, bearer: 'apiToken' })
  app.setValidatorCompiler(checkFields)
  app.decorateRequest('apiToken', undefined)
  app.addHook('onRequest', async (request, reply) => {
    const token = bearerToken(request.headers)
    // Section 11.6.1 of RFC 9110 wants it with every 401.
    reply.header('www-authenticate', 'Bearer')
    if (token === undefined) throw new Refused('api_token_invalid')
    const apiToken = await openApiToken(context, token)
    reply.removeHeader('www-authenticate')
    request.apiToken = { ...apiToken, token }
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    if (apiToken.isReadOnly && !isReading) throw new Refused('api_token_read_only')
  })
  acceptAnyBody(app, readJsonObject)
  forbidCaching(app)
  return {
    app,
    context,
    /** The `config` of a route that changes nothing, with what it may decline for besides. */
    reads: (...reasons: Reason[]) => refuses('api_token_invalid', ...reasons),
    /** Of a list: its query may be wrong. */
    lists: (...reasons: Reason[]) => refuses('api_token_invalid', 'fields_malformed', ...reasons),
    changes: (...reasons: Reason[]) => refuses('api_token_invalid', 'api_token_read_only', ...reasons),
    /** Of one that makes something, and answers by `created`. */
    creates: (...reasons: Reason[]) =>
      refuses('api_token_invalid', 'api_token_read_only', 'fields_malformed', ...ofKeys, ...reasons),
  }
}

const ofKeys = [
  'idempotency_key_malformed',
  'idempotency_key_reused',
  'idempotency_key_in_use',
  'idempotency_keys_too_many',
] as const

/** Who asks. */
export function actorOf({ apiToken, ip }: FastifyRequest): Actor {
  if (!apiToken) throw new Refused('api_token_invalid')
  return apiActor(apiToken, ip)
}

/** Codes and addresses that let their reader do something are masked for a token that may only read. */
export const mayReadSecrets = ({ apiToken }: FastifyRequest): boolean => apiToken?.isReadOnly === false

/** The headers of a request that `created` answers. */
export const CreatingHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,255}$',
      description:
        'A new one for each thing that is made: the same request with the same key is answered the same.',
    }),
  ),
})

/** 201 with what `make` has made, as it is shown: once for each Idempotency-Key, for which it hands `keep` on. */
export async function created<Result, Answer extends object>(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  make: (by: Actor, keep?: StoreAnswer<Result>) => Promise<Result>,
  shown: Operation<Result, Answer>['shown'],
): Promise<Answer> {
  const by = actorOf(request)
  const { apiToken, method, url, body } = request
  const key = request.headers['idempotency-key']
  reply.code(201)
  if (!apiToken || typeof key !== 'string') return shown(await make(by), context.db)
  const asked = JSON.stringify([method, url, body])
  const repeatable = { tokenId: apiToken.id, token: apiToken.token, key, asked }
  const { answer, isRepeated } = await answerOnce(context, repeatable, {
    make: (keep) => make(by, keep),
    shown,
  })
  if (isRepeated) reply.header('idempotency-replayed', 'true')
  return answer
}

/** A part of a path that names something: what has any other character names nothing, and may not be stored text. */
export const word = (text: string): string => (/^[\w.-]{1,128}$/.test(text) ? text : '')

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

export const Instant = Type.String({ format: 'date-time', description: 'ISO 8601 in UTC.' })

/** The id of an account, an API token, a webhook and so on in an answer. */
export const Id = Type.String({ pattern: uuidPattern.source, description: 'A UUID, 32 hex digits.' })
