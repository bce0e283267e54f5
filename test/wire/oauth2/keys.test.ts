// What is published about the keys, and how a rotation affects holders of something older.

import assert from 'node:assert/strict'
import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { type OpenContext, openContext } from '../../../src/compose.ts'
import { findAccount } from '../../../src/domain/accounts/find.ts'
import { rotateKey } from '../../../src/domain/operation/rotate-key.ts'
import { refused, succeededEmpty, tokenExpired } from '../../http/answers.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'
import { pemOf, publicKey } from '../../signature.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Jwk = JsonWebKey & { kid: string; use: string; alg: string }

async function jwks(service: RunningService): Promise<Jwk[]> {
  const answer = await service.get('/oauth2/jwks')
  assert.equal(answer.status, 200)
  // The other keys are for ID tokens: tokens.test.ts.
  return answer.json.keys.filter(({ kty }: Jwk) => kty === 'EC')
}

const partsOf = (token: string) => token.split('.') as [string, string, string]
const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
const kidOf = (token: string): string => decoded(partsOf(token)[0]).kid

/** RFC 7515 and 7518 by hand: ECDSA over the first two parts, with the signature as r and s in 64 bytes. */
function isSignedBy(token: string, jwk: Jwk): boolean {
  const [header, claims, signature] = partsOf(token)
  return verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
}

const der = async (service: RunningService): Promise<string> => {
  const response = await fetch(`${service.baseUrl}/skinsystem/signature-verification-key.der`)
  return Buffer.from(await response.arrayBuffer()).toString('base64')
}

/** Returns true if the signature of a profile verifies with the key that is currently published. */
async function verifies(service: RunningService, id: string): Promise<boolean> {
  const key = createPublicKey({
    key: Buffer.from(await der(service), 'base64'),
    format: 'der',
    type: 'spki',
  })
  const [{ value, signature }] = (await service.get(`/session/profile/${id}`)).json.properties
  return verify('RSA-SHA1', Buffer.from(value), key, Buffer.from(signature, 'base64'))
}

/** Another process on the same database: a command, or another instance. */
async function elsewhere<T>(service: RunningService, act: (context: OpenContext) => Promise<T>): Promise<T> {
  const { config, log } = service.context
  const context = await openContext(config, { clock: () => service.now(), log })
  try {
    return await act(context)
  } finally {
    await context[Symbol.asyncDispose]()
  }
}

onEveryDatabase('keys of access tokens', (start, shared) => {
  test('a token is an ES256 JWT that verifies with the published key', async () => {
    const service = await shared()
    const account = await service.account()
    const token = await service.signIn(account)
    const keys = await jwks(service)
    assert.equal(keys.length, 1)
    const [key] = keys as [Jwk]
    assert.deepEqual(Object.keys(key).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    assert.deepEqual([key.kty, key.crv, key.alg, key.use], ['EC', 'P-256', 'ES256', 'sig'])
    assert.deepEqual(decoded(partsOf(token)[0]), { alg: 'ES256', typ: 'at+jwt', kid: key.kid })
    assert.ok(isSignedBy(token, key))
    const [header, , signature] = partsOf(token)
    assert.ok(!isSignedBy(`${header}.${Buffer.from('{}').toString('base64url')}.${signature}`, key))
  })

  test('its claims are the ones of RFC 9068 that a launcher needs, and no others', async () => {
    const service = await shared()
    const account = await service.account()
    const claims = decoded(partsOf(await service.signIn(account))[1])
    const { jti, ...rest } = claims
    assert.match(jti, /^[0-9a-f]{32}$/)
    assert.deepEqual(rest, {
      scope: 'game_server_session',
      iss: service.baseUrl,
      sub: account.id,
      iat: service.now() / 1000,
      exp: (service.now() + 30 * day) / 1000,
    })
    const other = decoded(partsOf(await service.signIn(account))[1])
    assert.notEqual(other.jti, jti)
  })

  test('the game word in the scope is the configured one', async () => {
    const service = await start({ NORN_GAME: 'chess', NORN_ACCESS_TOKEN_LIFETIME: '90s' })
    const account = await service.account()
    const accessToken = await service.signIn(account)
    const { scope, exp, iat } = decoded(partsOf(accessToken)[1])
    assert.deepEqual([scope, exp - iat], ['chess_server_session', 90])
    const selectedProfile = account.id
    succeededEmpty(await service.post('/session/join', { accessToken, selectedProfile, serverId: 's' }))
  })

  test('exp minus iat is exactly the lifetime, at any point within a second', async () => {
    const service = await start({ NORN_ACCESS_TOKEN_LIFETIME: '90s' })
    const account = await service.account()
    for (const milliseconds of [1, 499, 1, 498]) {
      service.advance(milliseconds)
      const token = await service.signIn(account)
      const body = { accessToken: token, clientToken: 'launcher' }
      const refreshed = (await service.post('/auth/refresh', body)).json.accessToken
      for (const each of [token, refreshed]) {
        const { exp, iat } = decoded(partsOf(each)[1])
        assert.deepEqual([iat, exp], [Math.floor(service.now() / 1000), iat + 90])
      }
    }
    assert.equal(service.now() % 1000, 999)
  })

  test('the database contains no token', async () => {
    const service = await shared()
    const account = await service.account()
    const [, claims, signature] = partsOf(await service.signIn(account))
    const rows = JSON.stringify(await service.context.db.query.selectFrom('credential').selectAll().execute())
    assert.ok(rows.includes(account.id))
    // Nor the jti: a copy of the database and its signing keys could recreate the token with it.
    for (const secret of [claims, signature, decoded(claims).jti]) assert.ok(!rows.includes(secret))
  })

  test('after a rotation, old tokens stay valid until they expire', async () => {
    const service = await start()
    const account = await service.account()
    const old = await service.signIn(account)
    service.advance(day)
    await elsewhere(service, (other) => rotateKey(other, operator, 'tokens', { isStolen: false }))

    // A process that was not notified notices at the next request.
    const young = await service.signIn(account)
    assert.notEqual(kidOf(young), kidOf(old))
    assert.deepEqual(
      (await jwks(service)).map(({ kid }) => kid),
      [kidOf(young), kidOf(old)],
    )
    for (const accessToken of [old, young]) {
      const key = (await jwks(service)).find(({ kid }) => kid === kidOf(accessToken))
      assert.ok(key && isSignedBy(accessToken, key))
      succeededEmpty(await service.post('/auth/validate', { accessToken }))
    }
    service.advance(29 * day)
    refused(await service.post('/auth/validate', { accessToken: old }), tokenExpired)
    succeededEmpty(await service.post('/auth/validate', { accessToken: young }))
    // Until then, a process that had not noticed the new key could have issued a token.
    service.advance(day)
    assert.deepEqual(
      (await jwks(service)).map(({ kid }) => kid),
      [kidOf(young)],
    )
  })

  test('a token that another process signed with a newer key is valid immediately', async () => {
    const service = await start()
    const account = await service.account()
    const accessToken = await elsewhere(service, async (context) => {
      await rotateKey(context, operator, 'tokens', { isStolen: false })
      const { issueToken } = await import('../../../src/domain/tokens/launcher-tokens.ts')
      const stored = await findAccount(context, account.id)
      assert.ok(stored)
      context.listensAt(service.baseUrl)
      const device = { userAgent: undefined, address: '127.0.0.1' }
      return issueToken(context, operator, stored, 'launcher', device)
    })
    succeededEmpty(await service.post('/auth/validate', { accessToken }))
  })
})

onEveryDatabase('keys of textures', (start, shared) => {
  test('the key is published in DER and PEM, with the same content', async () => {
    const service = await shared()
    const pem = await service.get('/skinsystem/signature-verification-key.pem')
    assert.match(pem.text, /^-----BEGIN PUBLIC KEY-----\n[\w+/=\n]+-----END PUBLIC KEY-----\n$/)
    assert.equal(pem.headers.get('content-type'), 'application/x-pem-file')
    const response = await fetch(`${service.baseUrl}/skinsystem/signature-verification-key.der`)
    assert.equal(response.headers.get('content-type'), 'application/octet-stream')
    assert.equal(pem.text, pemOf(Buffer.from(await response.arrayBuffer())))
  })

  test('a new key is published before it signs, and clients with the published key can always verify', async () => {
    const service = await start({ NORN_TEXTURES_KEY_LEAD: '1h' })
    const { id } = await service.account()
    const old = await der(service)
    assert.ok(await verifies(service, id), 'the first key signs immediately')
    service.advance(minute)
    await elsewhere(service, (other) => rotateKey(other, operator, 'textures', { isStolen: false }))
    assert.equal(await der(service), old)
    assert.ok(await verifies(service, id))
    service.advance(hour - 1)
    assert.equal(await der(service), old)
    assert.ok(await verifies(service, id))
    service.advance(1)
    assert.notEqual(await der(service), old)
    assert.ok(await verifies(service, id), 'a profile signed with the old key is never served again')
  })

  test('lead and retention are settings', async () => {
    const service = await start({ NORN_TEXTURES_KEY_LEAD: '10m', NORN_TEXTURES_KEY_RETENTION: '2h' })
    const { keys } = service.context
    const first = keys.current('textures').kid
    service.advance(minute)
    await rotateKey(service.context, operator, 'textures', { isStolen: false })
    const published = () => keys.published('textures').map(({ kid }) => kid)
    const second = published()[0]
    assert.deepEqual(published(), [second, first], 'the new one is published before it signs')
    service.advance(10 * minute - 1)
    assert.equal(keys.current('textures').kid, first)
    service.advance(1)
    assert.equal(keys.current('textures').kid, second)
    service.advance(2 * hour - 1)
    assert.deepEqual(published(), [second, first])
    service.advance(1)
    assert.deepEqual(published(), [second])
  })

  test('processes that start simultaneously agree on one key per use', async () => {
    const service = await start()
    const { config, log } = service.context
    // As if it were the first start: with an empty table.
    await service.context.db.query.deleteFrom('signing_key').execute()
    const all = await Promise.all([1, 2, 3].map(() => openContext(config, { clock: service.now, log })))
    for (const use of ['tokens', 'textures'] as const) {
      assert.equal(new Set(all.map(({ keys }) => keys.current(use).kid)).size, 1, use)
    }
    for (const context of all) await context[Symbol.asyncDispose]()
  })
})

onEveryDatabase('the default textures key', (start) => {
  test('is a 4096-bit RSA key', async () => {
    const service = await start({ NORN_TEXTURES_KEY_BITS: '4096' })
    const { id } = await service.account()
    const { text } = await service.get('/skinsystem/signature-verification-key.pem')
    const { algorithm } = await publicKey(text)
    assert.equal('modulusLength' in algorithm && algorithm.modulusLength, 4096)
    assert.ok(await verifies(service, id))
  })
})
