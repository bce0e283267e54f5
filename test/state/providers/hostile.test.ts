// Real sockets: whatever a provider answers, nobody comes in whom it has not proved.
import assert from 'node:assert/strict'
import { KeyObject, sign } from 'node:crypto'
import dns from 'node:dns'
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test'
import { exportJWK, exportSPKI, generateKeyPair, importJWK } from 'jose'
import type { Provider } from '../../../src/model/community/provider.ts'
import { ExchangeFailed, type ExchangeProblem } from '../../../src/state/providers/exchange-failed.ts'
import { Providers, timeoutMs } from '../../../src/state/providers/providers.ts'
import {
  cameBack,
  clientId,
  code,
  configured,
  type HostileProvider,
  honest,
  json,
  minted,
  now,
  own,
  ownKey,
  type Respond,
  secret,
  startHostile,
  type Token,
} from '../../providers/hostile.ts'
import { until } from '../../until.ts'

const seconds = now / 1000
const other = await generateKeyPair('RS256', { extractable: true })
const weak = Buffer.from(secret)

/** Stops the clock of the machine, by which the library counts, and returns a function that advances it. */
function stopped(t: TestContext): (ms: number) => void {
  let machine = Date.now()
  t.mock.method(Date, 'now', () => machine)
  return (ms) => (machine += ms)
}

describe('a provider of OpenID Connect', () => {
  let mock: HostileProvider
  let providers: Providers
  before(async () => {
    mock = await startHostile()
  })
  after(() => mock.close())
  beforeEach(() => {
    Object.assign(mock, { token: {}, tokens: {}, userInfo: { sub: 'person' }, keys: [ownKey], answers: {} })
    mock.asked.length = 0
    mock.forms.length = 0
    providers = new Providers(() => 'https://norn.example')
  })

  const identified = (changes: Partial<Provider> = {}, answer = cameBack(mock.url), at = now) =>
    providers.identify(configured(mock.url, changes), secret, answer, at)

  async function refused(
    work: Promise<unknown>,
    problem: ExchangeProblem = 'unproved',
    said: RegExp = /./,
  ): Promise<void> {
    const error = await work.then(
      (identity) => assert.fail(`proved ${JSON.stringify(identity)}`),
      (error) => error,
    )
    assert.ok(error instanceof ExchangeFailed, String(error))
    assert.deepEqual([error.problem, said.test(error.message) || error.message], [problem, true])
    const shown = `${error.message} ${String(error.cause)}`
    for (const word of [secret, code, 'at-secret', 'eyJ']) assert.ok(!shown.includes(word), word)
  }

  test('an honest one is asked for tokens and keys, and proves a person', async () => {
    mock.token = { claims: { auth_time: seconds - 5 } }
    assert.deepEqual(await identified(), {
      subject: 'person',
      username: 'Steve',
      email: 'steve@example.org',
      isEmailVerified: true,
      groups: undefined,
      authenticatedAt: now - 5000,
      isInGuild: undefined,
    })
    assert.deepEqual(mock.asked, ['/token', '/jwks'])
    assert.deepEqual(mock.forms, [
      {
        form: {
          grant_type: 'authorization_code',
          code,
          redirect_uri: 'https://norn.example/sign-in/with/school/callback',
          code_verifier: 'v'.repeat(43),
        },
        authorization: `Basic ${Buffer.from(`norn:${encodeURIComponent(secret).replaceAll('%20', '+')}`).toString('base64')}`,
      },
    ])
    await identified({ auth: 'post' })
    const [, posted] = mock.forms
    assert.deepEqual(
      [posted?.authorization, new Map(Object.entries(posted?.form ?? {})).get('client_secret')],
      [undefined, secret],
    )
  })

  describe('an ID token proves nobody if', () => {
    const twice = (name: string, value: unknown) => (): Token => ({
      payload: `{"${name}":${JSON.stringify(value)},${JSON.stringify(honest(mock.url)).slice(1)}`,
    })
    const claims = (given: Record<string, unknown>) => (): Token => ({ claims: given })
    const tokens: Record<string, (() => Token) | (() => Promise<Token>)> = {
      'iss is another': claims({ iss: 'https://other.example' }),
      'iss is missing': claims({ iss: undefined }),
      'iss is there twice': twice('iss', 'https://other.example'),
      'iss is an array': () => ({ claims: { iss: [mock.url] as never } }),
      'aud is another': claims({ aud: 'another' }),
      'aud is missing': claims({ aud: undefined }),
      'aud is there twice': twice('aud', 'another'),
      'aud has another client': claims({ aud: ['norn', 'another'] }),
      'aud begins like the client': claims({ aud: 'norn2' }),
      'azp is another': claims({ azp: 'another' }),
      'aud names nobody': claims({ aud: [] }),
      'aud has two others': claims({ aud: ['another', 'third'], azp: clientId }),
      'aud has the client within another': claims({ aud: [['norn']] as never, azp: clientId }),
      'aud is another and azp the client': claims({ aud: 'another', azp: clientId }),
      'aud is there twice, with the client as azp': () => ({
        payload: `{"aud":["another"],${JSON.stringify({ ...honest(mock.url), aud: ['norn', 'another'], azp: clientId }).slice(1)}`,
      }),
      'azp of many is another': claims({ aud: ['norn', 'another'], azp: 'another' }),
      'azp of many is missing': claims({ aud: ['norn', 'norn'], azp: undefined }),
      'azp is a list': claims({ aud: ['norn', 'another'], azp: [clientId] }),
      'azp is there twice': () => ({
        payload: `{"azp":"another","azp":"${clientId}",${JSON.stringify(honest(mock.url)).slice(1)}`,
      }),
      'nonce is another': claims({ nonce: 'another' }),
      'nonce is missing': claims({ nonce: undefined }),
      'nonce is there twice': twice('nonce', 'another'),
      'exp is past': claims({ exp: seconds - 31 }),
      'exp is missing': claims({ exp: undefined }),
      'exp is text': claims({ exp: String(seconds + 60) as never }),
      'exp is there twice': twice('exp', seconds - 60),
      'iat is to come': claims({ iat: seconds + 31 }),
      'iat is of another sign-in': claims({ iat: seconds - 631 }),
      'iat is missing': claims({ iat: undefined }),
      'iat is there twice': twice('iat', seconds - 1000),
      'nbf is to come': claims({ nbf: seconds + 31 }),
      'sub is missing': claims({ sub: undefined }),
      'sub is empty': claims({ sub: '' }),
      'sub is a number': claims({ sub: 7 as never }),
      'sub is too long': claims({ sub: 's'.repeat(255) }),
      'sub has a line break': claims({ sub: 'per\nson' }),
      'sub is there twice': twice('sub', 'another'),
      'auth_time is text': claims({ auth_time: String(seconds) }),
      'nobody has signed it': () => ({ header: { alg: 'none' } }),
      'the secret has signed it': () => ({ header: { alg: 'HS256' }, key: Buffer.concat([weak, weak]) }),
      'the public key has signed it, as text': async () => ({
        header: { alg: 'HS256' },
        key: Buffer.from(await exportSPKI(own.publicKey)),
      }),
      'the public key has signed it, as JSON': () => ({
        header: { alg: 'HS256' },
        key: Buffer.from(JSON.stringify(ownKey)),
      }),
      'another key has signed it': () => ({ key: other.privateKey }),
      'a key of its own header has signed it': async () => ({
        header: { jwk: { ...(await exportJWK(other.publicKey)), alg: 'RS256' } },
        key: other.privateKey,
      }),
      'its key is not among the keys': () => ({ header: { kid: 'two' } }),
      'its algorithm is not one of the provider': async () => {
        mock.keys = [{ ...(await exportJWK(own.publicKey)), kid: 'one' }]
        const key = await importJWK(await exportJWK(own.privateKey), 'RS384')
        return { header: { alg: 'RS384' }, key }
      },
      'it needs an extension': () => ({ header: { crit: ['b64'], b64: true } }),
    }
    for (const [what, token] of Object.entries(tokens)) {
      test(what, async (t) => {
        stopped(t)
        mock.token = await token()
        await refused(identified())
      })
    }

    test('aud has others, but then only with the client as azp', async (t) => {
      stopped(t)
      for (const given of [
        { azp: clientId },
        { aud: ['norn'] },
        { aud: ['another', 'norn'], azp: clientId },
      ]) {
        mock.token = { claims: given }
        assert.equal((await identified()).subject, 'person')
      }
    })

    test('it is missing', async () => {
      mock.token = undefined
      await refused(identified())
    })

    test('its header names two algorithms', async () => {
      const header = Buffer.from('{"alg":"none","kid":"one","alg":"RS256"}').toString('base64url')
      const payload = Buffer.from(JSON.stringify(honest(mock.url))).toString('base64url')
      const signature = sign('sha256', Buffer.from(`${header}.${payload}`), KeyObject.from(own.privateKey))
      mock.tokens = { id_token: `${header}.${payload}.${signature.toString('base64url')}` }
      await refused(identified(), 'unproved', /twice/)
    })

    test('it is of another time, to the second', async (t) => {
      stopped(t)
      mock.token = { claims: { exp: seconds - 29, iat: seconds + 30 } }
      assert.equal((await identified()).subject, 'person')
      // Microsoft dates its tokens back by five minutes.
      mock.token = { claims: { iat: seconds - 630 } }
      assert.equal((await identified()).subject, 'person')
      await refused(identified({}, cameBack(mock.url), now + 92_000))
    })
  })

  describe('an answer in the address of the browser proves nobody if', () => {
    const doubled = (name: string, value: string) => {
      const answer = cameBack(mock.url)
      answer.parameters.append(name, value)
      return answer
    }
    const answers: Record<string, [() => ReturnType<typeof cameBack>, ExchangeProblem?]> = {
      'state is another': [() => cameBack(mock.url, { state: 'another' })],
      'state is missing': [() => cameBack(mock.url, { state: undefined })],
      'state is there twice': [() => doubled('state', 'state-of-this-sign-in')],
      'code is missing': [() => cameBack(mock.url, { code: undefined })],
      'code is there twice': [() => doubled('code', code)],
      'iss is another': [() => cameBack(mock.url, { iss: 'https://other.example' })],
      'iss is missing where it is announced': [() => cameBack(mock.url, { iss: undefined })],
      'iss is there twice': [() => doubled('iss', mock.url)],
      'somebody said no': [() => cameBack(mock.url, { code: undefined, error: 'access_denied' }), 'declined'],
      'there is an error': [() => cameBack(mock.url, { error: 'invalid_scope' })],
      'the provider is out of order': [
        () => cameBack(mock.url, { code: undefined, error: 'temporarily_unavailable' }),
        'unanswered',
      ],
      'an error is of another provider': [
        () => cameBack(mock.url, { iss: 'https://other.example', error: 'access_denied' }),
      ],
      'it has an ID token of its own': [() => cameBack(mock.url, { id_token: 'eyJ' })],
    }
    for (const [what, [answer, problem]] of Object.entries(answers)) {
      test(what, async () => {
        await refused(identified({}, answer()), problem)
        assert.deepEqual(mock.asked, [])
      })
    }

    test('iss is another, though none was announced', async () => {
      const server = {
        ...configured(mock.url).server,
        authorization_response_iss_parameter_supported: false,
      }
      await refused(identified({ server }, cameBack(mock.url, { iss: 'https://other.example' })))
      assert.equal((await identified({ server }, cameBack(mock.url, { iss: undefined }))).subject, 'person')
    })
  })

  test('a code of another provider, or one that was used, proves nobody', async () => {
    mock.answers['/token'] = (response) => json(response, { error: 'invalid_grant' }, 400)
    await refused(identified(), 'unproved', /^invalid_grant$/)
    assert.deepEqual(mock.asked, ['/token'])
  })

  describe('the user info', () => {
    const lacking = { claims: { email: undefined, email_verified: undefined } }
    test('is asked for what the ID token lacks', async () => {
      mock.token = lacking
      mock.userInfo = {
        sub: 'person',
        preferred_username: 'Alex',
        email: 'a@b.example',
        email_verified: 'true',
      }
      const { username, email, isEmailVerified } = await identified()
      assert.deepEqual([username, email, isEmailVerified], ['Steve', 'a@b.example', true])
      assert.deepEqual(mock.asked, ['/token', '/jwks', '/userinfo'])
    })

    test('of another subject proves nobody', async () => {
      for (const sub of ['another', undefined, 7, ['person']]) {
        mock.token = lacking
        mock.userInfo = { sub, email: 'a@b.example' }
        await refused(identified(), 'unproved', /another subject/)
      }
    })

    test('with a subject twice, too large or not JSON proves nobody', async () => {
      const bodies = ['{"sub":"another","sub":"person"}', '<html>', '[]', 'null']
      for (const body of bodies) {
        mock.token = lacking
        mock.answers['/userinfo'] = (response) =>
          response.writeHead(200, { 'content-type': 'application/json' }).end(body)
        await refused(identified())
      }
    })

    test('confirms no other address than its own', async () => {
      mock.token = { claims: { email_verified: undefined } }
      mock.userInfo = { sub: 'person', email: 'other@example.org', email_verified: true }
      const first = await identified()
      assert.deepEqual([first.email, first.isEmailVerified], ['steve@example.org', false])
      mock.userInfo = { sub: 'person', email: 'steve@example.org', email_verified: true }
      assert.equal((await identified()).isEmailVerified, true)
    })
  })

  describe('an endpoint gives nothing but', { concurrency: true }, () => {
    // Whole and right, so that a provider that did not keep to the limits would prove somebody.
    const rights: Record<string, (of: HostileProvider) => Promise<object> | object> = {
      '/token': async (of) => ({
        access_token: 'at-secret',
        token_type: 'Bearer',
        id_token: await minted(of, of.token ?? {}),
      }),
      '/jwks': () => ({ keys: [ownKey] }),
      '/userinfo': () => ({ sub: 'person', email: 'steve@example.org' }),
    }
    const right = async (of: HostileProvider, response: Parameters<Respond>[0]) =>
      JSON.stringify(await rights[response.req.url ?? '']?.(of))
    const asJson = { 'content-type': 'application/json' }
    type Answer = (response: Parameters<Respond>[0], of: HostileProvider) => unknown
    const huge: Answer = async (response, of) =>
      response.writeHead(200, asJson).end((await right(of, response)) + ' '.repeat(65_536))
    // The connection ends in the middle of the body, after all of an answer that would be right.
    const half: Answer = async (response, of) => {
      const body = await right(of, response)
      response.writeHead(200, { ...asJson, 'content-length': body.length + 1 })
      response.write(body, () => setImmediate(() => response.destroy()))
    }
    const halfOfChunks: Answer = async (response, of) => {
      response.writeHead(200, asJson)
      response.write(await right(of, response), () => setImmediate(() => response.destroy()))
    }
    const dripping: Respond = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const timer = setInterval(() => response.write(' '), 100)
      response.on('close', () => clearInterval(timer))
    }
    const redirecting: Respond = (response) =>
      response.writeHead(307, { location: `http://${response.req.headers.host}/elsewhere` }).end()
    const packed: Respond = (response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('x')
    const all: Record<string, [Answer, ExchangeProblem]> = {
      'a huge answer': [huge, 'unanswered'],
      silence: [() => undefined, 'unanswered'],
      'an answer that drips': [dripping, 'unanswered'],
      'a redirect': [redirecting, 'unproved'],
      'a page': [
        (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
        'unproved',
      ],
      'all of an answer but its last byte': [half, 'unanswered'],
      'all of an answer but its end': [halfOfChunks, 'unanswered'],
      'what is not JSON': [(response) => response.writeHead(200, asJson).end('{"keys":['), 'unproved'],
      nothing: [(response) => response.writeHead(200, asJson).end(), 'unproved'],
      'a compressed answer': [packed, 'unanswered'],
      'an error of its own': [(response) => json(response, {}, 502), 'unanswered'],
    }
    for (const path of ['/token', '/jwks', '/userinfo']) {
      for (const [what, [answer, problem]] of Object.entries(all)) {
        test(`${what} at ${path}`, async (t) => {
          const odd = await startHostile()
          t.after(() => odd.close())
          odd.token = { claims: { email: undefined } }
          odd.answers[path] = (response) => answer(response, odd)
          // Its own, since all of them at once are more than one has places for.
          const alone = new Providers(() => 'https://norn.example')
          const began = performance.now()
          await refused(alone.identify(configured(odd.url), secret, cameBack(odd.url), now), problem)
          // Many run at once, and a busy machine is slower; a limit that is missing would be a minute or never.
          assert.ok(performance.now() - began < 8 * timeoutMs)
          assert.ok(odd.asked.includes(path) && !odd.asked.includes('/elsewhere'))
        })
      }
    }
  })

  test('an address inside is asked only if the provider is private', async (t) => {
    await refused(identified({ isPrivate: false }), 'unproved')
    const https = configured(mock.url.replace('http:', 'https:'), { isPrivate: false })
    await refused(
      providers.identify(https, secret, cameBack(https.issuer ?? ''), now),
      'unanswered',
      /AddressRefused/,
    )
    t.mock.method(dns, 'lookup', (_host: string, _options: object, done: (...given: unknown[]) => void) =>
      done(null, [{ address: '10.0.0.1', family: 4 }]),
    )
    const named = configured('https://provider.example', { isPrivate: false })
    await refused(
      providers.identify(named, secret, cameBack(named.issuer ?? ''), now),
      'unanswered',
      /AddressRefused/,
    )
    assert.deepEqual(mock.asked, [])
  })

  test('one has 32 exchanges at once', async () => {
    const held: (() => void)[] = []
    mock.answers['/token'] = (response) => held.push(() => json(response, { error: 'invalid_grant' }, 400))
    const all = Array.from({ length: 32 }, () => identified())
    const failures = Promise.allSettled(all)
    await until('32 wait', () => held.length === 32)
    await refused(identified(), 'unanswered', /too many at once/)
    // Another one has places of its own.
    let failure: unknown
    const another = identified({ name: 'another' }).catch((error) => (failure = error))
    await until('another waits', () => held.length === 33 || failure !== undefined)
    assert.equal(failure, undefined)
    for (const answer of held) answer()
    await Promise.allSettled([failures, another])
  })

  describe('keys', () => {
    const turned = async () => {
      const jwk = { ...(await exportJWK(other.publicKey)), alg: 'RS256', use: 'sig', kid: 'two' }
      mock.keys = [ownKey, jwk]
      mock.token = { header: { kid: 'two' }, key: other.privateKey }
    }
    const readings = () => mock.asked.filter((path) => path === '/jwks').length

    test('are read once for many sign-ins', async () => {
      for (let count = 0; count < 3; count++) await identified()
      assert.equal(readings(), 1)
      await identified({ name: 'another' })
      assert.equal(readings(), 2)
    })

    test('that were rotated are found, after a minute at most', async (t) => {
      const advance = stopped(t)
      await identified()
      await turned()
      await refused(identified())
      assert.equal(readings(), 1)
      advance(61_000)
      assert.equal((await identified()).subject, 'person')
      assert.equal(readings(), 2)
    })

    test('that nobody knows are asked for once a minute', async (t) => {
      const advance = stopped(t)
      await identified()
      mock.token = { header: { kid: 'three' } }
      advance(61_000)
      for (let count = 0; count < 3; count++) await refused(identified())
      assert.equal(readings(), 2)
    })
  })
})
