// Whatever is sent, no answer is a server error, and every refusal has the form of an error.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { type RawAnswer, rawRequest } from '../raw.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'

const runs = { numRuns: 300 }

/** Any string that JSON can express, including NUL and lone surrogates. */
const text = fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) })

const posts = [
  '/auth/authenticate',
  '/auth/refresh',
  '/auth/validate',
  '/auth/invalidate',
  '/auth/signout',
  '/session/join',
  '/session/game/join',
  '/api/profiles/game',
]
const gets = [
  '/session/hasJoined',
  '/session/game/hasJoined',
  '/session/profile/',
  '/api/users/profiles/game/',
  '/api/user/profiles/',
  '/skinsystem/',
  '/textures/',
  '/oauth2/',
  '/',
]
const parameters = [
  'username',
  'password',
  'accessToken',
  'clientToken',
  'requestUser',
  'selectedProfile',
  'serverId',
  'ip',
  'unsigned',
  'at',
  '__proto__',
  'constructor',
]

const contentType = fc.oneof(
  fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'text/plain; charset=utf-16',
  ),
  // Any field value (RFC 9110, section 5.5).
  fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) }),
)

/** The characters of a request target, and some that are not allowed. */
const target = fc.oneof(
  text.map((any) => encodeURIComponent(any.toWellFormed())),
  fc.string({ unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)) }),
)

function isDecent({ status, headers, body }: RawAnswer, about: string): void {
  assert.ok(status >= 200 && status < 500, `${about}: ${status} ${body}`)
  assert.ok(status < 300 || status >= 400, `${about} redirects`)
  if (status < 400) return
  if (headers.get('content-type') === 'text/html; charset=utf-8') {
    assert.match(about, /^[A-Z]+ \/\?/, 'only the home page is for people')
    return
  }
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8', about)
  const { path, ...error } = JSON.parse(body.toString())
  assert.deepEqual(Object.keys(error), ['error', 'errorMessage'], about)
  if (path !== undefined)
    assert.doesNotMatch(about, /^[A-Z]+ \/(auth|api|session\/profile|session\/legacy)\//)
  assert.ok(error.error && error.errorMessage, about)
}

onEveryDatabase('random requests', (start) => {
  let service: RunningService
  /** Values that get further than noise. */
  let good: string[]
  before(async () => {
    const enough = '1000000'
    service = await start({
      NORN_GUESS_ADDRESS: enough,
      NORN_GUESS_ADDRESS_ACCOUNT: enough,
      NORN_GUESS_ACCOUNT: enough,
    })
    const account = await service.account()
    const accessToken = await service.signIn(account)
    good = [accessToken, account.id, account.username, account.email, account.password, 'launcher']
  })

  const value = () => fc.oneof(fc.constantFrom(...good), text)

  async function send(path: string, type: string, body: Uint8Array, ...headers: string[]): Promise<void> {
    const head = [`Content-Type: ${type}`, `Content-Length: ${body.length}`, ...headers]
    const answer = await rawRequest(service.baseUrl, `POST ${path} HTTP/1.1`, head, body)
    isDecent(answer, `POST ${path} ${type} ${Buffer.from(body).toString('base64')}`)
  }

  test('random JSON under any Content-Type', async () => {
    const fields = fc.dictionary(fc.constantFrom(...parameters), fc.oneof(value(), fc.jsonValue()))
    const json = fc.oneof(fields, fields, fc.jsonValue(), fc.array(value()))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), contentType, json, (path, type, body) =>
        send(path, type, Buffer.from(JSON.stringify(body))),
      ),
      runs,
    )
  })

  test('random forms', async () => {
    const fields = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...parameters), text), value()))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), fields, fc.boolean(), (path, pairs, isMultipart) => {
        if (!isMultipart) {
          const form = new URLSearchParams(pairs).toString()
          return send(path, 'application/x-www-form-urlencoded', Buffer.from(form))
        }
        const parts = pairs.map(
          ([name, one]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${one}\r\n`,
        )
        return send(path, 'multipart/form-data; boundary=x', Buffer.from(`${parts.join('')}--x--\r\n`))
      }),
      runs,
    )
  })

  test('random bytes, gzipped or declared as gzip', async () => {
    const bytes = fc.uint8Array({ maxLength: 200 })
    const encoding = fc.constantFrom('', 'gzip', 'truly gzip', 'half gzip', 'br')
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), contentType, bytes, encoding, (path, type, body, how) => {
        const zipped = gzipSync(body)
        if (how === 'truly gzip') return send(path, type, zipped, 'Content-Encoding: gzip')
        if (how === 'half gzip') {
          return send(path, type, zipped.subarray(0, zipped.length >> 1), 'Content-Encoding: gzip')
        }
        return send(path, type, body, ...(how ? [`Content-Encoding: ${how}`] : []))
      }),
      runs,
    )
  })

  test('random paths and queries, under any method', async () => {
    const method = fc.constantFrom(
      'GET',
      'GET',
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'DELETE',
      'OPTIONS',
      'PROPFIND',
    )
    const query = fc.array(
      fc.tuple(fc.oneof(fc.constantFrom(...parameters), target), fc.oneof(value().map(encodeSafely), target)),
    )
    await fc.assert(
      fc.asyncProperty(
        method,
        fc.constantFrom(...posts, ...gets),
        fc.oneof(fc.constant(''), target),
        query,
        async (verb, path, tail, pairs) => {
          const search = pairs.map((pair) => pair.join('=')).join('&')
          const line = `${verb} ${path}${tail}?${search} HTTP/1.1`
          const answer = await rawRequest(service.baseUrl, line)
          if (verb === 'HEAD') assert.ok(answer.status < 500, line)
          else isDecent(answer, line)
        },
      ),
      runs,
    )
  })

  test('the service still works after all that', async () => {
    const account = await service.account()
    const accessToken = await service.signIn(account)
    const joining = { accessToken, selectedProfile: account.id, serverId: 's' }
    assert.equal((await service.post('/session/join', joining)).status, 200)
    const joined = await service.get(`/session/hasJoined?username=${account.username}&serverId=s`)
    assert.equal(joined.status, 200)
  })
})

const encodeSafely = (any: string) => encodeURIComponent(any.toWellFormed())
