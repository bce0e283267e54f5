// Tokens that Norn did not sign this way, each with a valid `jti`: RFC 8725, RFC 9068.
import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { test } from 'node:test'
import { joinTokenInvalid, refused, succeededEmpty, tokenInvalid } from '../../http/answers.ts'
import { onEveryDatabase, type RunningService } from '../../service.ts'

const encoded = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const decoded = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())

function signedBy(key: KeyObject, header: unknown, claims: unknown): string {
  const input = `${encoded(header)}.${encoded(claims)}`
  const signature =
    key.asymmetricKeyType === 'ec'
      ? sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })
      : sign('sha256', Buffer.from(input), key)
  return `${input}.${signature.toString('base64url')}`
}

function macBy(secret: string | Buffer, alg: string, header: object, claims: object): string {
  const input = `${encoded({ ...header, alg })}.${encoded(claims)}`
  const mac = createHmac(`sha${alg.slice(2)}`, secret)
    .update(input)
    .digest('base64url')
  return `${input}.${mac}`
}

const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const foreignJwk = { ...foreign.publicKey.export({ format: 'jwk' }), kid: 'mine', alg: 'ES256', use: 'sig' }

/** Forged tokens by their defect. */
function forgeries({ context }: RunningService, token: string): Record<string, string> {
  const [head, body, signature] = token.split('.') as [string, string, string]
  const header = decoded(head)
  const claims = decoded(body)
  const own = context.keys.current('tokens')
  const textures = context.keys.current('textures')
  const ours = (change: object, claim: object = {}) =>
    signedBy(own.privateKey, { ...header, ...change }, { ...claims, ...claim })
  const theirs = (change: object) => signedBy(foreign.privateKey, { ...header, ...change }, claims)
  const forged: Record<string, string> = {
    // Signed by us, with a single difference.
    'no typ': ours({ typ: undefined }),
    'typ JWT': ours({ typ: 'JWT' }),
    'typ of another use': ours({ typ: 'dpop+jwt' }),
    'typ a number': ours({ typ: 5 }),
    'an unknown crit': ours({ crit: ['urn:example'], 'urn:example': true }),
    'an empty crit': ours({ crit: [] }),
    'crit a string': ours({ crit: 'b64' }),
    'an unencoded payload': ours({ crit: ['b64'], b64: false }),
    'no kid': ours({ kid: undefined }),
    'an unknown kid': ours({ kid: 'unknown' }),
    'kid a number': ours({ kid: 1 }),
    'kid an array': ours({ kid: [header.kid] }),
    'kid a path': ours({ kid: '../../../dev/null' }),
    'kid of SQL': ours({ kid: `' or '1'='1` }),
    'kid of a property': ours({ kid: '__proto__' }),
    'kid of the textures key': ours({ kid: textures.kid }),
    'alg of another curve': ours({ alg: 'ES384' }),
    'alg in small letters': ours({ alg: 'es256' }),
    'no alg': ours({ alg: undefined }),
    'no jti': ours({}, { jti: undefined }),
    'jti an array': ours({}, { jti: [claims.jti] }),
    'no scope': ours({}, { scope: undefined }),
    'no sub': ours({}, { sub: undefined }),
    // Signed with somebody else's key.
    'another key under our kid': theirs({}),
    'an embedded jwk': theirs({ jwk: foreignJwk }),
    'an embedded jwk under its own kid': theirs({ jwk: foreignJwk, kid: 'mine' }),
    'an embedded jwk and no kid': theirs({ jwk: foreignJwk, kid: undefined }),
    'a jku': theirs({ jku: `${context.baseUrl()}/keys`, kid: 'mine' }),
    'an x5u and an x5c': theirs({ x5u: 'https://example.org', x5c: ['MIIB'], kid: 'mine' }),
    'RS256 by the textures key': signedBy(
      textures.privateKey,
      { ...header, alg: 'RS256', kid: textures.kid },
      claims,
    ),
    'a huge header': theirs({ pad: 'x'.repeat(6000) }),
    'a deep header': theirs({ pad: JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`) }),
    'a header that is no JSON': `${encoded('{"alg":')}.${body}.${signature}`,
    'a header that is an array': `${encoded('[]')}.${body}.${signature}`,
    'a header that is null': `${encoded('null')}.${body}.${signature}`,
    'alg twice': `${encoded('{"alg":"none","alg":"ES256","typ":"at+jwt"}')}.${body}.${signature}`,
    // Other spellings of the token.
    'a space': token.replace('.', ' .'),
    'a line break': `${token}\n`,
    'a line break inside': `${head}.${body.slice(0, 8)}\n${body.slice(8)}.${signature}`,
    padding: `${head}.${body}.${signature}==`,
    'a fourth part': `${token}.`,
    'five parts': `${head}..${body}.${signature}.${signature}`,
    'the JSON form': JSON.stringify({ protected: head, payload: body, signature }),
    'a zero signature': `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`,
    'a DER signature': `${head}.${body}.${sign('sha256', Buffer.from(`${head}.${body}`), own.privateKey).toString('base64url')}`,
    'half a signature': `${head}.${body}.${signature.slice(0, 43)}`,
  }
  for (const alg of ['none', 'None', 'NONE', 'nOnE', '']) {
    const unsigned = `${encoded({ ...header, alg })}.${body}`
    forged[`alg ${alg} and no signature`] = `${unsigned}.`
    forged[`alg ${alg} with a signature`] = `${unsigned}.${signature}`
  }
  const publicForms = {
    PEM: own.publicKey.export({ type: 'spki', format: 'pem' }),
    DER: own.publicKey.export({ type: 'spki', format: 'der' }),
    JWK: JSON.stringify(own.publicKey.export({ format: 'jwk' })),
  }
  for (const [form, key] of Object.entries(publicForms)) {
    for (const alg of ['HS256', 'HS384', 'HS512'])
      forged[`${alg} with our ${form}`] = macBy(key, alg, header, claims)
  }
  return forged
}

onEveryDatabase('a forged token', (_, shared) => {
  test('is accepted nowhere, whatever its defect', async (t) => {
    const service = await shared()
    const account = await service.account()
    const accessToken = await service.signIn(account)
    const forged = forgeries(service, accessToken)
    for (const [what, token] of Object.entries(forged)) {
      refused(await service.post('/auth/validate', { accessToken: token }), tokenInvalid, what)
      const asked = { accessToken: token, clientToken: 'launcher' }
      refused(await service.post('/auth/refresh', asked), tokenInvalid, what)
      const join = { accessToken: token, selectedProfile: account.id, serverId: 's' }
      refused(await service.post('/session/join', join), joinTokenInvalid, what)
      await service.post('/auth/invalidate', asked)
      // These do not fit in a header, and a server may trim white space.
      if (/\s/.test(token)) continue
      const bearer = { method: 'POST', headers: { authorization: `Bearer ${token}` } }
      const path = '/authlib-injector/minecraftservices/player/certificates'
      assert.equal((await service.request(path, bearer)).status, 401, what)
    }
    t.diagnostic(`${Object.keys(forged).length} forged tokens`)
    // The genuine token that they imitate is still valid.
    succeededEmpty(await service.post('/auth/validate', { accessToken }))
  })

  test('with a header of a megabyte is refused before it is read', async () => {
    const service = await shared()
    const huge = `${'e'.repeat(1_000_000)}.e30.AAAA`
    const answer = await service.post('/auth/validate', { accessToken: huge })
    assert.ok(answer.status >= 400 && answer.status < 500, String(answer.status))
  })
})
