// Compares the OpenAPI document with the running service.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { Compile } from 'typebox/schema'
import { addBan } from '../../../src/domain/operation/bans.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'
import { type Call, worldOf } from './calls.ts'
import { operations } from './operations.ts'

interface Documented {
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: object }>; headers?: object }
  >
}

/** Needs an external skin system, which other tests have. */
const statusElsewhere = '302'

/**
 * Refusals that need a broken database, a storm, an external skin system, elapsed time, or an account that is
 * deleted in the middle of its own request: other tests have them.
 */
const elsewhere = new Set([
  'database_unavailable',
  'unexpected',
  'overloaded',
  'too_many_guesses',
  'too_many_uploads',
  // With a full wardrobe: test/wire/wardrobe/wardrobe.test.ts.
  'wardrobe_full',
  // After many names in one hour, where each is reviewed: the same file.
  'too_many_shares',
  // With NORN_SKINS=off or NORN_CAPES=off: test/attacks/skins-off.test.ts.
  'skins_off',
  'capes_off',
  // After a moderator has decided: test/domain/moderation.
  'uploads_suspended',
  'texture_taken_down',
  'skin_system_unavailable',
  'texture_store_unavailable',
  'token_expired',
  'join_token_expired',
  'join_scope_missing',
  'account_unknown',
  'idempotency_key_in_use',
  'idempotency_keys_too_many',
  'too_many',
  // Players get this refusal if NORN_VENDOR_NAMES is set: test/web/vendor-names.test.ts.
  'username_vendor',
  'vendor_unavailable',
  // With NORN_PASSWORD_SIGN_IN=off: test/web/passwords-off.test.ts.
  'link_password_off',
])

/** The reasons for this status, if it is a refusal. */
const reasonsOf = (status: string, { description }: { description: string }): string[] =>
  Number(status) < 400 ? [] : description.split(', ')

/** A client that is banned from lookups. */
const bannedClient = { 'x-forwarded-for': '192.0.2.66' }

/** Headers of a cross-site request from a browser. */
const crossSite = { 'sec-fetch-site': 'cross-site' }

type Encode = (value: unknown) => RequestInit

const encodings: Record<string, Encode> = {
  'application/json': (value) => ({
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json' },
  }),
  'application/x-www-form-urlencoded': (value) => ({
    body: new URLSearchParams(fields(value) as [string, string][]),
  }),
  'image/png': (value) => ({
    body: new Uint8Array(value as Buffer),
    headers: { 'content-type': 'image/png' },
  }),
  'multipart/form-data': (value) => {
    const form = new FormData()
    for (const [name, field] of Object.entries(value as object)) {
      form.append(name, Buffer.isBuffer(field) ? new Blob([new Uint8Array(field)]) : String(field))
    }
    return { body: form }
  },
}

const fields = (value: unknown): [string, string | Blob][] =>
  Object.entries(value as object).map(([name, field]) => [
    name,
    field instanceof Blob ? field : String(field),
  ])

/** Errors of a request that are found before its content is considered. */
const brokenBodies: RequestInit[] = [
  { body: '{', headers: { 'content-type': 'application/json' } },
  { body: 'x', headers: { 'content-type': 'multipart/form-data' } },
  { body: '{}', headers: { 'content-encoding': 'br' } },
  { body: '{}', headers: { 'content-encoding': 'gzip' } },
  { body: '{}' },
  { body: ' '.repeat(2_000_000) },
  {},
]

onEveryDatabase('every operation of the document', (start) => {
  let service: RunningService
  let paths: Record<string, Record<string, Documented>>
  before(async () => {
    service = await start({
      NORN_TRUST_PROXY: '127.0.0.1',
      NORN_BEDROCK_LINKS: 'on',
      NORN_FRIENDS_LIMIT: '2',
      NORN_GUESS_ADDRESS: '1000000',
      NORN_LOOKUP_BAN_BURST: '1000000',
      NORN_USERNAME_COOLDOWN: '1d',
    })
    await addBan(service.context, operator, '192.0.2.66')
    paths = (await service.get('/openapi.json')).json.paths
  })

  /**
   * Sends the request and checks the answer against the document; returns the status, and the reason of a refusal.
   */
  async function checkAnswer(
    method: string,
    path: string,
    documented: Documented,
    call: Call & { more?: string },
    init: RequestInit,
  ) {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(call.path?.[name] ?? 'x'),
    )
    const url = `${filled}?${call.more ?? new URLSearchParams(call.query)}`
    const headers = { ...(init.headers as Record<string, string>), ...call.headers }
    const answer = await service.request(url, { ...init, method: method.toUpperCase(), headers })
    const about = `${method} ${url} answered ${answer.status} ${answer.text.slice(0, 200)}`
    const response = documented.responses[answer.status]
    assert.ok(response, `${about}, which is not in the document`)
    const [type] = answer.headers.get('content-type')?.split(';') ?? []
    if (!response.content) assert.deepEqual([answer.text, type], ['', undefined], about)
    else {
      const { schema } = response.content[type ?? ''] ?? {}
      assert.ok(schema, `${about}: ${type} is not in the document`)
      const value = type?.endsWith('json') ? answer.json : answer.text
      assert.ok(Compile(schema).Check(value), `${about}, which is not as the document says`)
    }
    if (answer.status === 403 && call.headers === bannedClient) assert.ok(response.headers, about)
    const status = String(answer.status)
    if (answer.status < 400) return [status]
    const { reason } = await service.logLine(answer)
    assert.ok(reasonsOf(status, response).includes(reason), `${about}: ${reason} is not in the document`)
    return [status, reason]
  }

  test('answers as documented, and not otherwise', async () => {
    const undriven = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .map((method) => `${method} ${path}`)
        .filter((operation) => !operations[operation]),
    )
    assert.deepEqual(undriven, [], 'test/wire/reference/operations.ts has requests for each operation')

    const missing: string[] = []
    for (const [operation, calls] of Object.entries(operations)) {
      const [method = '', path = ''] = operation.split(' ')
      const documented = paths[path]?.[method]
      assert.ok(documented, `${operation} is not in the document`)
      const seen = new Set<string>()
      const send = async (call: Call & { more?: string }, init: RequestInit = {}) => {
        for (const each of await checkAnswer(method, path, documented, call, init)) seen.add(each)
      }

      const types = documented.requestBody ? Object.keys(documented.requestBody.content) : []
      for (const type of types) {
        for (const call of await calls(worldOf(service))) await send(call, encodings[type]?.(call.body))
      }
      if (types.length > 0) {
        const [{ path = {}, headers = {} } = {}] = await calls(worldOf(service))
        for (const broken of brokenBodies) await send({ path, headers }, broken)
      } else for (const call of await calls(worldOf(service))) await send(call)
      await send({})
      const inQuery = documented.parameters?.filter((parameter) => parameter.in === 'query') ?? []
      for (const { name } of inQuery) await send({ more: `${name}=1&${name}=2` })
      await send({ headers: bannedClient })
      await send({ headers: crossSite })

      const inDocument = Object.entries(documented.responses).flatMap(([status, response]) => {
        const reasons = reasonsOf(status, response).filter((reason) => !elsewhere.has(reason))
        return Number(status) < 400 && status !== statusElsewhere ? [status] : reasons
      })
      const unseen = inDocument.filter((each) => !seen.has(each))
      missing.push(...unseen.map((each) => `${operation}: ${each}`))
    }
    // PostgreSQL has backups of its own.
    const other = service.context.db.dialect === 'postgres' ? '200' : 'backup_of_postgres'
    const never = missing.filter((each) => each !== `post /api/v1/backup: ${other}`)
    assert.deepEqual(never, [], 'in the document but never answered')
  })

  test('the parameters of a path are those in its braces', () => {
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { parameters = [] }] of Object.entries(methods)) {
        const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
        const documented = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
        assert.deepEqual(documented, inPath, `${method} ${path}`)
      }
    }
  })
})

describe('GET /openapi.json and GET /docs', () => {
  onEveryDatabase('below a base URL with a path', (start) => {
    test('an OpenAPI 3.1 document describes exactly the routes that are served there', async () => {
      const service = await start({ NORN_BASE_URL: 'https://accounts.example.test/norn' })
      const { status, headers, json } = await service.get('/openapi.json')
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(json.openapi, '3.1.0')
      assert.deepEqual(json.servers, [{ url: 'https://accounts.example.test/norn' }])
      const { post } = json.paths['/auth/authenticate']
      assert.deepEqual(
        Object.keys(post.requestBody.content),
        Object.keys(encodings).filter((type) => type !== 'image/png'),
      )
      const refused = post.responses[401].content['application/json'].schema.properties
      assert.deepEqual(refused.error.enum, ['ForbiddenOperationException'])
      assert.ok(refused.errorMessage.enum.includes('Account protected with two factor auth.'))
    })

    test('the page shows every operation and loads no other resources', async () => {
      const service = await start({ NORN_BASE_URL: 'https://accounts.example.test/norn' })
      const { json } = await service.get('/openapi.json')
      for (const path of ['/docs', '/docs/']) {
        const { status, headers, text } = await service.get(path)
        assert.equal(status, 200)
        assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
        assert.match(
          headers.get('content-security-policy') ?? '',
          /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
        )
        for (const [operationPath, methods] of Object.entries<object>(json.paths)) {
          for (const method of Object.keys(methods)) {
            assert.ok(text.includes(`<h3><b>${method.toUpperCase()}</b> <code>${operationPath}</code></h3>`))
          }
        }
        assert.ok(text.includes('Not more than that 100 profile names per call is allowed.'))
        assert.ok(text.includes('application/x-www-form-urlencoded'))
        const links = [...text.matchAll(/\b(?:href|src|action)="([^"]*)"/g)].map(([, link]) => link ?? '')
        const outside = links.filter((link) => !link.startsWith('#'))
        assert.deepEqual(outside, ['https://accounts.example.test/norn/openapi.json'])
        assert.ok(!/<(script|link|img|iframe|object|embed)|@import|url\(|\s(style|on\w+)="/.test(text))
        const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
        assert.equal(new Set(ids).size, ids.length)
        for (const link of links.filter((it) => it.startsWith('#'))) assert.ok(ids.includes(link.slice(1)))
      }
    })
  })
})
