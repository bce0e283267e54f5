// Signing in at a neighbour to be linked: forged, replayed, mixed up, hostile and endless answers.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { linkedPlayers } from '../../src/domain/linking/players.ts'
import {
  findNeighbour,
  pauseNeighbour,
  removeNeighbour,
  setNeighbour,
} from '../../src/domain/neighbours/neighbours.ts'
import { storeVisitor, uuid } from '../domain/neighbours/scene.ts'
import { type Answer, json, signed } from '../neighbours/authorization-server.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { until } from '../until.ts'
import { browserOf } from '../web/browser.ts'
import { nothing, path, scene, secret, setClient, unproved } from './signing-in.ts'

onEveryDatabase('sign in elsewhere', (start) => {
  test('an honest neighbour is asked once, with the secret and the verifier, and proves a player', async (t) => {
    const stage = await scene(t, await start())
    const { mock, browser, service, account } = stage
    const page = await stage.play()
    assert.equal(page.flash, 'The player is linked.')
    assert.deepEqual(
      (await linkedPlayers(service.context, account)).map(({ id, name }) => [id, name]),
      [[uuid(1), 'Steve_2']],
    )
    const [token, another] = mock.asked
    assert.equal(another, undefined)
    const [, encoded = ''] = token?.headers.authorization?.split(' ') ?? []
    const [id, sent = ''] = Buffer.from(encoded, 'base64').toString().split(':')
    assert.deepEqual([id, decodeURIComponent(sent.replaceAll('+', ' '))], ['norn', secret])
    const form = Object.fromEntries(new URLSearchParams(token?.body))
    assert.deepEqual(
      [form.grant_type, form.code, form.redirect_uri, form.client_secret],
      ['authorization_code', 'code-secret', `${service.baseUrl}${path}/friends/callback`, undefined],
    )
    assert.equal(form.code_verifier?.length, 43)
    assert.equal(token?.headers.cookie, undefined)
    assert.equal(token?.headers['user-agent'], `norn (+${service.baseUrl})`)
    // Hyphens do no harm, and a neighbour that takes the secret in the form gets it there.
    mock.discovery = { token_endpoint_auth_methods_supported: ['none', 'client_secret_post'] }
    await setClient(service)
    const other = `${uuid(2).slice(0, 8)}-${uuid(2).slice(8, 12)}-${uuid(2).slice(12, 16)}-${uuid(2).slice(16, 20)}-${uuid(2).slice(20)}`
    assert.equal(
      (await stage.play({ selectedProfile: { id: other.toUpperCase(), name: 'Alex_2' } })).status,
      200,
    )
    const posted = mock.asked.at(-1)
    assert.equal(posted?.headers.authorization, undefined)
    assert.equal(new URLSearchParams(posted?.body).get('client_secret'), secret)
    assert.match((await browser.get(path)).text, /<strong>Alex_2</)
  })

  test('an ID token of another issuer, audience, nonce, time or key proves nothing', async (t) => {
    const stage = await scene(t, await start())
    const { mock, service } = stage
    const seconds = Math.floor(service.now() / 1000)
    const claims: Record<string, JWTPayload> = {
      'another issuer': { iss: 'https://accounts.example.test' },
      'another audience': { aud: 'another' },
      'audiences for another party': { aud: ['norn', 'another'], azp: 'another' },
      'another nonce': { nonce: 'x'.repeat(43) },
      'no nonce': { nonce: undefined },
      expired: { exp: seconds - 60, iat: seconds - 120 },
      'no end': { exp: undefined as never },
      'not yet': { nbf: seconds + 3600 },
    }
    for (const [what, wrong] of Object.entries(claims)) {
      await t.test(what, async () => nothing(stage, await stage.play(wrong), unproved))
    }
    const stranger = await generateKeyPair('RS256')
    const elliptic = await generateKeyPair('ES256')
    const bytes = new TextEncoder().encode(secret)
    const signers: Record<string, (claims: JWTPayload) => Promise<string>> = {
      'another key': (given) => signed(given, stranger.privateKey),
      'no signature': async (given) => new UnsecuredJWT(given).encode(),
      'the secret of the client': (given) =>
        new SignJWT(given).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(bytes),
      'an algorithm that it does not name': (given) => signed(given, elliptic.privateKey, 'ES256'),
      'a signature of other claims': async (given) => {
        const [header, , signature] = (await signed({ ...given, sub: 'other' })).split('.')
        return `${header}.${(await signed(given)).split('.')[1]}.${signature}`
      },
      'not a token': async () => 'eyJ',
    }
    for (const [what, signs] of Object.entries(signers)) {
      mock.signs = signs
      await t.test(what, async () => nothing(stage, await stage.play(), unproved))
    }
  })

  test('an answer of another service, or without its name, is not exchanged (RFC 9207)', async (t) => {
    const stage = await scene(t, await start())
    const { mock, begin, back } = stage
    const changes: Record<string, string>[] = [
      { iss: 'https://evil.example.test' },
      { iss: '' },
      { code: '' },
      { response: 'eyJ.eyJ.eyJ' },
      { id_token: 'eyJ' },
      { error: 'server_error' },
    ]
    for (const change of changes) await nothing(stage, await back(await begin(), change), unproved)
    await nothing(stage, await back(await begin(), { error: 'access_denied', code: '' }), /did not allow it/)
    const twice = await begin()
    const query = new URLSearchParams({ code: '1', state: twice.get('state') ?? '', iss: mock.url })
    query.append('state', 'x'.repeat(43))
    await nothing(stage, await stage.browser.get(`${path}/friends/callback?${query}`), unproved)
    assert.deepEqual(mock.asked, [])
    // A neighbour that does not name itself in answers is still told apart by the address of the callback.
    mock.discovery = { authorization_response_iss_parameter_supported: false }
    await setClient(stage.service)
    const asked = await begin()
    mock.claims = { nonce: asked.get('nonce'), selectedProfile: { id: uuid(1), name: 'Steve_2' } }
    assert.equal((await back(asked, { iss: '' })).flash, 'The player is linked.')
  })

  test('a code of one neighbour does not reach another one', async (t) => {
    const service = await start()
    const [honest, hostile] = [await scene(t, service), await scene(t, service, 'hostile')]
    // The hostile service sends the browser on to the honest one, with its own state: the answer comes back there.
    const asked = await hostile.begin()
    const query = new URLSearchParams({
      code: 'code-secret',
      state: asked.get('state') ?? '',
      iss: honest.mock.url,
    })
    const page = await hostile.browser.get(`${path}/friends/callback?${query}`)
    await nothing(hostile, page, /begun in another browser/)
    const wrong = await hostile.browser.get(`${path}/hostile/callback?${query}`)
    await nothing(hostile, wrong, unproved)
    assert.deepEqual([honest.mock.asked, hostile.mock.asked], [[], []])
  })

  test('a neighbour gives nobody a UUID or a name that it may not give', async (t) => {
    const service = await start()
    const stage = await scene(t, service)
    const boss = await service.account({ username: 'Boss' })
    await storeVisitor(service.context, { id: uuid(9), name: 'Nine', neighbour: 'others' })
    for (const id of [boss.id, uuid(9)]) {
      const page = await stage.play({ selectedProfile: { id, name: 'Thief' } })
      await nothing(stage, page, /This player belongs to another account here/)
    }
    // One more sign-in than an account has at once.
    service.advance(3 * 60_000)
    const malformed: unknown[] = [
      undefined,
      null,
      'Steve_2',
      [],
      { id: uuid(1) },
      { name: 'Steve_2' },
      { id: 1, name: 'Steve_2' },
      { id: uuid(1), name: 5 },
      { id: uuid(1), name: '' },
      { id: uuid(1), name: 'with space' },
      { id: uuid(1), name: 'Boss\u202e' },
      { id: uuid(1), name: 'a\u0000b' },
      { id: uuid(1), name: 'x'.repeat(40) },
      { id: `${uuid(1)}0`, name: 'Steve_2' },
      { id: '0'.repeat(32), name: 'Steve_2' },
      { id: 'F'.repeat(32), name: 'Steve_2' },
      { id: `${'0'.repeat(16)}${'1'.repeat(16)}`, name: 'Steve_2' },
      { id: 'b50ad385829d3141a2167e7d7539ba7f', name: 'Steve_2' },
      { id: ['b50ad385'], name: 'Steve_2' },
    ]
    for (const selectedProfile of malformed) {
      await nothing(stage, await stage.play({ selectedProfile }), unproved)
    }
  })

  test('large, slow, compressed, malformed and redirected answers are given up', async (t) => {
    const stage = await scene(t, await start())
    const { mock, service } = stage
    const raw =
      (body: string | Buffer, headers: Record<string, string> = {}, status = 200): Answer =>
      (response) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
      }
    const answers: Record<string, Answer> = {
      'more than 64 KiB': raw(`{"a":"${'x'.repeat(64 * 1024)}"}`),
      endless: (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const write = () => response.destroyed || response.write(' '.repeat(16_384), write)
        write()
      },
      compressed: raw('x', { 'content-encoding': 'gzip' }),
      'a redirect to a private address': (response) => {
        response.writeHead(302, { location: `${mock.url}/elsewhere` }).end()
      },
      'a page': raw('<p>no', { 'content-type': 'text/html' }),
      'not JSON': raw('{'),
      nothing: (response) => response.writeHead(204).end(),
      'an error': (response) => json(response, { error: 'invalid_grant' }, 400),
      'an error in other words': (response) => json(response, { error: 'x\n"y' }, 400),
      'a broken service': (response) => json(response, {}, 500),
      'a closed connection': (response) => void response.destroy(),
      'another protocol': (response) => void response.socket?.end('HTTP/1.1 999 \r\n\r\n'),
    }
    for (const at of ['/token', '/jwks']) {
      for (const [what, answer] of Object.entries(answers)) {
        mock.answers = { [at]: answer }
        await t.test(`${what} at ${at}`, async () => {
          const page = await stage.play()
          await nothing(stage, page, /did not (prove|answer)/, page.status === 503 ? 503 : 422)
          if (page.status === 503) assert.ok(page.headers.get('retry-after'))
        })
        service.advance(600_000)
        // Linking asks for a session that has signed in recently.
        stage.browser.cookies.clear()
        await stage.browser.signIn(stage.account)
      }
    }
    assert.ok(!mock.paths.includes('/elsewhere'))
    mock.answers = {}
    assert.equal((await stage.play()).flash, 'The player is linked.')
  })

  test('a slow neighbour holds eight requests at most', async (t) => {
    const service = await start()
    const stage = await scene(t, service)
    const { mock, begin, back } = stage
    const open: (() => void)[] = []
    mock.answers = { '/token': (response) => void open.push(() => response.end()) }
    const browsers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const browser = browserOf(service)
        await browser.signIn(await service.account())
        const state = (await begin(browser)).get('state') ?? ''
        return { browser, query: new URLSearchParams({ code: '1', state, iss: mock.url }) }
      }),
    )
    const statuses: number[] = []
    const pages = browsers.map(async ({ browser, query }) => {
      statuses.push((await browser.get(`${path}/friends/callback?${query}`)).status)
    })
    // One that came after the others were released would be asked, too.
    await until('the neighbour has eight requests, and two are refused', () => {
      return open.length >= 8 && statuses.length >= 2
    })
    for (const release of open) release()
    await Promise.all(pages)
    assert.deepEqual([open.length, statuses], [8, [503, 503, ...Array(8).fill(422)]])
    mock.answers = {}
    const asked = await begin()
    mock.claims = { nonce: asked.get('nonce'), selectedProfile: { id: uuid(1), name: 'Steve_2' } }
    assert.equal((await back(asked)).flash, 'The player is linked.')
  })

  test('an answer that arrives after a pause, another client or another pattern links nobody', async (t) => {
    const service = await start()
    const { context } = service
    const stage = await scene(t, service)
    const meanwhile: Record<string, () => Promise<unknown>> = {
      'a pause': () => pauseNeighbour(context, operator, 'friends', true),
      'another pattern': () => setNeighbour(context, operator, 'friends', { names: '[A-Z]+' }),
      'no client': () => setNeighbour(context, operator, 'friends', { client: null }),
      'another client': () => setClient(service, 'friends', 'other'),
      removal: () => removeNeighbour(context, operator, 'friends'),
    }
    for (const [what, work] of Object.entries(meanwhile)) {
      stage.mock.signs = async (claims) => {
        await work()
        return signed(claims)
      }
      await t.test(what, async () => nothing(stage, await stage.play(), /can’t be linked by signing in/))
      if (what === 'removal') break
      await pauseNeighbour(context, operator, 'friends', false)
      await setNeighbour(context, operator, 'friends', { names: '[A-Za-z0-9_]{3,16}' })
      await setClient(service)
    }
  })

  test('a session that ends meanwhile links nobody', async (t) => {
    const service = await start()
    const { context } = service
    const stage = await scene(t, service)
    stage.mock.signs = async (claims) => {
      await context.db.query.deleteFrom('credential').execute()
      return signed(claims)
    }
    const page = await stage.play()
    assert.equal(page.heading, 'Sign in')
    assert.deepEqual(await linkedPlayers(context, stage.account), [])
  })

  test('a code that comes back many times at once is exchanged once', async (t) => {
    const stage = await scene(t, await start())
    const { mock, browser, service, account } = stage
    const asked = await stage.begin()
    mock.claims = { nonce: asked.get('nonce'), selectedProfile: { id: uuid(1), name: 'Steve_2' } }
    const pages = await Promise.all(Array.from({ length: 8 }, () => stage.back(asked)))
    assert.equal(pages.filter(({ status }) => status === 200).length, 1)
    assert.equal(mock.asked.length, 1)
    assert.equal((await linkedPlayers(service.context, account)).length, 1)
    assert.equal((await browser.get(path)).status, 200)
  })

  test('of many accounts that prove one player at once, one gets it', async (t) => {
    const service = await start()
    const stage = await scene(t, service)
    const { mock, begin } = stage
    const nonces = new Map<string, string>()
    const answered = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const browser = browserOf(service)
        await browser.signIn(await service.account())
        const asked = await begin(browser)
        const state = asked.get('state') ?? ''
        nonces.set(asked.get('code_challenge') ?? '', asked.get('nonce') ?? '')
        return { browser, query: new URLSearchParams({ code: 'c', state, iss: mock.url }) }
      }),
    )
    mock.signs = (claims) => {
      const verifier = new URLSearchParams(mock.asked.at(-1)?.body).get('code_verifier') ?? ''
      const nonce = nonces.get(hash('sha256', verifier, 'base64url'))
      return signed({ ...claims, nonce, selectedProfile: { id: uuid(1), name: 'Steve_2' } })
    }
    const pages = await Promise.all(
      answered.map(({ browser, query }) => browser.get(`${path}/friends/callback?${query}`)),
    )
    const alerts = pages.map(({ flash, alert }) => flash ?? alert)
    assert.deepEqual(alerts.sort(), [
      'The player is linked.',
      ...Array(5).fill('This player belongs to another account here. Unlink it there first.'),
    ])
    const owners = await service.context.db.query.selectFrom('neighbour_link').select('account_id').execute()
    assert.equal(owners.length, 1)
  })

  test('documents that lead elsewhere give no client', async (t) => {
    const service = await start()
    const { context } = service
    const { mock } = await scene(t, service)
    const before = await findNeighbour(context, 'friends')
    const documents: Record<string, unknown>[] = [
      { issuer: 'https://accounts.example.test' },
      { issuer: `${mock.url}/` },
      { issuer: undefined },
      { authorization_endpoint: 'javascript:alert(1)' },
      { authorization_endpoint: 'https://user:password@a.example.test/' },
      { authorization_endpoint: 'http://a.example.test/' },
      { token_endpoint: 'file:///etc/passwd' },
      { token_endpoint: 5 },
      { token_endpoint: undefined },
      { jwks_uri: 'data:application/json,{}' },
      { jwks_uri: `https://a.example.test/${'x'.repeat(2000)}` },
      { token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'] },
      { token_endpoint_auth_methods_supported: 'client_secret_basic' },
      { id_token_signing_alg_values_supported: ['none', 'HS256'] },
    ]
    const refused = { name: 'Error', reason: 'neighbour_without_sign_in' }
    for (const document of documents) {
      mock.discovery = document
      await assert.rejects(setClient(service), { reason: refused.reason }, JSON.stringify(document))
    }
    mock.discovery = {}
    for (const url of [
      `${mock.url}/elsewhere`,
      'https://127.0.0.2:1/.well-known/openid-configuration',
      'file:///.well-known/openid-configuration',
      '',
      5,
      undefined,
    ]) {
      mock.metadata = { meta: { 'feature.openid_configuration_url': url } }
      await assert.rejects(setClient(service), { reason: refused.reason }, String(url))
    }
    mock.metadata = {}
    const large = (response: Parameters<Answer>[0]) => json(response, { a: 'x'.repeat(300_000) })
    mock.answers = { '/.well-known/openid-configuration': large }
    await assert.rejects(setClient(service), { reason: refused.reason })
    assert.deepEqual(await findNeighbour(context, 'friends'), before)
  })

  test('a neighbour at a public address leads nobody to a private one', async (t) => {
    const service = await start()
    const { context } = service
    const stage = await scene(t, service)
    // A public neighbour whose documents name private addresses only.
    await context.db.query.updateTable('neighbour').set({ is_private: 0 }).execute()
    await assert.rejects(setClient(service), { reason: 'neighbour_without_sign_in' })
    const paths = stage.mock.paths.length
    await nothing(stage, await stage.play(), unproved)
    // With https:, the address is refused when it is connected to.
    const { authorization_server: server } = await context.db.query
      .selectFrom('neighbour')
      .select('authorization_server')
      .executeTakeFirstOrThrow()
    const secure = { authorization_server: String(server).replaceAll('http:', 'https:') }
    await context.db.query.updateTable('neighbour').set(secure).execute()
    const asked = await stage.begin()
    await nothing(
      stage,
      await stage.back(asked, { iss: stage.mock.url.replace('http:', 'https:') }),
      /in time/,
      503,
    )
    assert.ok(service.log.join('').includes('"said":"no answer: AddressRefused"'))
    assert.equal(stage.mock.paths.length, paths)
  })

  test('another site begins nothing, and the database tells nobody a secret', async (t) => {
    const service = await start()
    const stage = await scene(t, service)
    const { browser } = stage
    const { text } = await browser.get(path)
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(text) ?? []
    const crossSite = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example.test' }
    for (const answer of [
      await browser.post(`${path}/sign-in`, { neighbour: 'friends' }),
      await browser.post(`${path}/sign-in`, { neighbour: 'friends', csrf: 'x' }),
      await browser.post(`${path}/sign-in`, { neighbour: 'friends', csrf }, crossSite),
    ]) {
      assert.equal(answer.status, 403)
    }
    const { query } = service.context.db
    assert.deepEqual(await query.selectFrom('link_sign_in').selectAll().execute(), [])
    const asked = await stage.begin()
    const rows = JSON.stringify(await query.selectFrom('link_sign_in').selectAll().execute())
    for (const name of ['state', 'nonce', 'code_challenge']) assert.ok(!rows.includes(asked.get(name) ?? '-'))
    assert.equal((await browser.get(`${path}/friends/callback`)).status, 422)
    assert.equal(JSON.stringify(await query.selectFrom('link_sign_in').selectAll().execute()), rows)
  })
})
