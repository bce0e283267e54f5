import { STATUS_CODES } from 'node:http'
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { RouteOptions } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../domain/context.ts'
import { version } from '../../lib/process/version.ts'
import { families, type Refusal } from '../../model/errors/refusal.ts'
import { temporaryRefusals } from '../errors/common-errors.ts'
import { type ErrorTable, wordsOf } from '../errors/error-table.ts'
import type { ErrorWords } from '../errors/wire-error.ts'
import { gameWord, gameWordSchema, withPlainWord } from '../paths/game-word.ts'
import { refusalsOf } from '../paths/protocol-scope.ts'
import type { Routes } from '../server/typed-fastify.ts'

/** Collects every route that is registered from now on; `app.swagger()` then returns the OpenAPI document. */
export function describeRoutes(app: Routes, context: Context, base: string): void {
  app.register(swagger, {
    convertConstToEnum: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Norn',
        version: version(),
        description:
          'The account service of a game community: sign-in, sessions, profiles. ' +
          'What is not a request to any of these is answered 400, 404, 405, 408 or 431.',
      },
      components: { securitySchemes },
    },
    transform: ({ schema, url, route }) => ({
      // The root of a game server has the same routes as the plain root.
      url: withPlainWord(url.slice(base.length)),
      schema:
        schema === undefined || url.startsWith(`${base}/at/`)
          ? { hide: true }
          : described(withWord(schema, url), route),
    }),
    transformObject: (document) =>
      'openapiObject' in document
        ? { ...document.openapiObject, servers: [{ url: context.baseUrl() }] }
        : document.swaggerObject,
  } satisfies FastifyDynamicSwaggerOptions)
}

/** The schemes that a `ProtocolScope` may name as its `bearer`. */
const securitySchemes = {
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Created by `norn api-token create`: `norn_…`.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Of a launcher, or of OAuth 2.0 with the scope `wardrobe_read` or `wardrobe_write`.',
  },
} as const

/** Adds the game's word to the parameters, since the router handles it and no route declares it. */
function withWord(schema: NonNullable<RouteOptions['schema']>, url: string) {
  if (!url.includes(gameWord)) return schema
  const { properties = {}, required = [] } = (schema.params ?? {}) as {
    properties?: object
    required?: string[]
  }
  const params = {
    type: 'object',
    properties: { game: gameWordSchema, ...properties },
    required: ['game', ...required],
  }
  return { ...schema, params }
}

function described(schema: NonNullable<RouteOptions['schema']>, route: RouteOptions) {
  const { scope } = route.config ?? {}
  const success = (schema.response ?? { 200: { type: 'null' } }) as Record<string, object>
  return {
    ...schema,
    ...(scope && { tags: [scope.title] }),
    ...(scope?.bearer && { security: [{ [scope.bearer]: [] }] }),
    ...(schema.body ? { body: bodyContent(schema.body, scope?.bearer !== undefined) } : {}),
    response: {
      ...(scope && errorResponses(scope.errors, refusalsOf(route))),
      ...mapValues(success, (answer, status) => ({ description: STATUS_CODES[status], ...answer })),
    },
  }
}

/** In a form, a list is the values of its fields. */
const listInForm = Type.Record(Type.String(), Type.String(), {
  description: 'The values in order, under any field names; or one field with the JSON array.',
})

/** A form with a file can only be sent as multipart. */
const hasFile = (body: object): boolean => 'properties' in body && 'file' in (body.properties as object)

const jsonContent = (body: object): object => ({ content: { 'application/json': { schema: body } } })

const isPicture = (body: object): boolean => 'contentMediaType' in body

/** Returns the types of a body. `isJson` is true where no form is read. */
function bodyContent(body: object, isJson: boolean): object {
  if (isPicture(body)) return { content: { 'image/png': { schema: body } } }
  if (hasFile(body)) return { content: { 'multipart/form-data': { schema: body } } }
  if (isJson) return jsonContent(body)
  const inForm = 'type' in body && body.type === 'array' ? listInForm : body
  return {
    content: {
      'application/json': { schema: body },
      'application/x-www-form-urlencoded': { schema: inForm },
      'multipart/form-data': { schema: inForm },
    },
  }
}

function errorResponses(errors: ErrorTable, refusals: readonly Refusal[]): Record<string, object> {
  const worded = refusals.flatMap((reason) => {
    const words = wordsOf(errors, reason)
    return words ? [{ reason, words }] : []
  })
  const byStatus = Object.groupBy(worded, ({ words }) => words.status)
  return mapValues(byStatus, (refused = []) => ({
    description: refused.map(({ reason }) => reason).join(', '),
    ...(refused.some(({ reason }) => temporaryRefusals.has(reason)) && { headers: retryAfter }),
    ...(problemContent(refused) ?? errorContent(refused.map(({ words }) => words))),
  }))
}

const retryAfter = {
  'Retry-After': { type: 'integer', description: 'Seconds after which to try again.' },
}

/** The refusals whose sentence says what they are about, so that it is not always the same. */
const ownSentences: ReadonlySet<Refusal> = new Set([
  ...families,
  'account_only',
  'friend_limit',
  'has_characters',
])

/** Returns the RFC 9457 content; undefined if the words have another form. */
function problemContent(
  refused: readonly { reason: Refusal; words: ErrorWords }[],
): { content: object } | undefined {
  const problems = refused.flatMap(({ reason, words }) =>
    'title' in words ? [{ code: reason, ...words }] : [],
  )
  const [first] = problems
  if (!first) return undefined
  const isOwn = problems.some(({ code }) => ownSentences.has(code))
  const schema = Type.Object({
    type: Type.Literal('about:blank'),
    title: Type.Literal(first.title),
    status: Type.Literal(first.status),
    detail: isOwn ? Type.String() : Type.Enum(unique(problems.map(({ detail }) => detail))),
    code: Type.Enum(unique(problems.map(({ code }) => code))),
    noun: Type.Optional(
      Type.String({ description: 'The kind of thing that is unknown, taken or one too many.' }),
    ),
    field: Type.Optional(Type.String({ description: 'The name of the wrong field in the request.' })),
    allowed: Type.Optional(Type.String({ description: 'What the field takes, in words.' })),
    value: Type.Optional(Type.String({ description: 'The member of a list that is wrong.' })),
  })
  return { content: { 'application/problem+json': { schema } } }
}

function errorContent(words: readonly ErrorWords[]): object {
  const lines = words.flatMap((word) => ('line' in word ? [word.line] : []))
  if (lines.length > 0) return { content: { 'text/plain': { schema: Type.Enum(unique(lines)) } } }
  const messages = words.flatMap((word) => ('message' in word ? [word.message] : []))
  if (messages.length > 0) {
    const schema = Type.Object({ message: Type.Enum(unique(messages)) })
    return { content: { 'application/json': { schema } } }
  }
  const bodies = words.flatMap((word) => ('error' in word ? [word] : []))
  const said = bodies.flatMap((word) => ('errorMessage' in word ? [word.errorMessage] : []))
  const described = bodies.flatMap((word) => ('error_description' in word ? [word.error_description] : []))
  const body = Type.Object({
    ...(bodies.some((word) => 'path' in word) && { path: Type.String() }),
    error: Type.Enum(unique(bodies.map(({ error }) => error))),
    ...(said.length > 0 && { errorMessage: Type.Enum(unique(said)) }),
    ...(described.length > 0 && { error_description: Type.Enum(unique(described)) }),
  })
  return { content: { 'application/json': { schema: body } } }
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

const mapValues = <Value>(record: Record<string, Value>, change: (value: Value, key: string) => object) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))
