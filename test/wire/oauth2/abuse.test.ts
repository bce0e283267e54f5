// Attempts by somebody who has a code, a token or a secret that was meant for somebody else (RFC 9700, section 4).
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import { onEveryDatabase, type RunningService, type TestAccount } from '../../service.ts'
import { type Browser, browserOf } from '../../web/browser.ts'
import {
  application,
  authorizePath,
  deviceTokens,
  post,
  redeemCode,
  type TestApplication,
  verifier,
} from './oauth.ts'

async function signedIn(service: RunningService, account: TestAccount): Promise<Browser> {
  const browser = browserOf(service)
  await browser.signIn(account)
  return browser
}

/** The URL to which the player's browser returns after consenting. */
async function sentBack(
  browser: Browser,
  app: TestApplication,
  others: Record<string, string | undefined> = {},
): Promise<URL> {
  const page = await browser.get(authorizePath(app, others))
  const { sentTo } = page.sentTo ? page : await browser.send(page, page.path, { answer: 'allow' })
  assert.ok(sentTo)
  return sentTo
}

const codeOf = async (...asked: Parameters<typeof sentBack>): Promise<string> =>
  (await sentBack(...asked)).searchParams.get('code') ?? ''

onEveryDatabase('abuse of OAuth', (_start, shared) => {
  test('PKCE can be neither omitted nor weakened, and a refused attempt does not consume the code', async () => {
    const service = await shared()
    const account = await service.account()
    for (const isPublic of [false, true]) {
      const app = await application(service, {
        isPublic,
        ...(isPublic && { redirectUri: 'http://127.0.0.1/back' }),
      })
      const browser = await signedIn(service, account)
      const s256 = createHash('sha256').update(verifier).digest('base64url')
      const asked: Record<string, string | undefined>[] = [
        { code_challenge: undefined, code_challenge_method: undefined },
        { code_challenge: undefined },
        // Without a method, `plain` would apply (RFC 7636, section 4.3).
        { code_challenge_method: undefined },
        { code_challenge: verifier, code_challenge_method: 'plain' },
        { code_challenge: '', code_challenge_method: 'S256' },
        { code_challenge: 'short', code_challenge_method: 'S256' },
        { code_challenge_method: 's256' },
      ]
      for (const others of asked) {
        const { sentTo } = await browser.get(authorizePath(app, others))
        const described = JSON.stringify(others)
        assert.equal(sentTo?.searchParams.get('error'), 'invalid_request', described)
        assert.equal(sentTo.searchParams.get('code'), null, described)
      }
      const code = await codeOf(browser, app)
      // A challenge was sent: redeeming without a verifier, with another one, or with the challenge itself fails.
      for (const wrong of ['b'.repeat(43), s256]) {
        const refused = await redeemCode(service, app, code, { code_verifier: wrong })
        assert.deepEqual([refused.status, refused.json.error], [400, 'invalid_grant'], wrong)
      }
      const fields = { grant_type: 'authorization_code', redirect_uri: app.redirectUri, code }
      const none = await post(
        service,
        '/oauth2/token',
        { ...fields, ...(isPublic && { client_id: app.id }) },
        app.headers,
      )
      assert.deepEqual([none.status, none.json.error], [400, 'invalid_grant'])
      assert.equal((await redeemCode(service, app, code)).status, 200)
    }
    // A verifier where no challenge was sent: devices send none.
    const { refresh_token } = await deviceTokens(service, account)
    const fields = { grant_type: 'authorization_code', client_id: 'launchers', code: refresh_token }
    const answer = await post(service, '/oauth2/token', { ...fields, code_verifier: verifier })
    assert.equal(answer.status, 400)
  })

  test('a code is worthless after a minute', async () => {
    const service = await shared()
    const app = await application(service)
    const browser = await signedIn(service, await service.account())
    const [inTime, late] = [await codeOf(browser, app), await codeOf(browser, app)]
    service.advance(59_000)
    assert.equal((await redeemCode(service, app, inTime)).status, 200)
    service.advance(2_000)
    const refused = await redeemCode(service, app, late)
    assert.deepEqual([refused.status, refused.json.error], [400, 'invalid_grant'])
  })

  test('a code does not work for another client, at another redirect URI or as another kind of token', async () => {
    const service = await shared()
    const account = await service.account()
    const [app, other] = [await application(service), await application(service, { name: 'Another' })]
    const browser = await signedIn(service, account)
    const code = await codeOf(browser, app, { scope: 'openid offline_access game_server_session' })
    const refused = async (asked: Promise<{ status: number; json: { error: string } }>) => {
      const { status, json } = await asked
      assert.deepEqual([status, json.error], [400, 'invalid_grant'])
    }
    await refused(redeemCode(service, { ...app, headers: other.headers }, code))
    await refused(redeemCode(service, app, code, { redirect_uri: 'https://app.example.test/other' }))
    await refused(
      post(service, '/oauth2/token', { grant_type: 'refresh_token', refresh_token: code }, app.headers),
    )
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
    assert.equal((await service.get('/oauth2/userinfo', bearer(code))).status, 401)
    const { access_token, refresh_token, id_token } = (await redeemCode(service, app, code)).json

    // Each kind of token works only as that kind, and for its own client.
    const validate = async (accessToken: string) =>
      (await service.post('/auth/validate', { accessToken })).status
    assert.equal(await validate(access_token), 200)
    for (const token of [refresh_token, id_token]) {
      assert.equal(await validate(token), 401)
      assert.equal((await service.get('/oauth2/userinfo', bearer(token))).status, 401)
    }
    for (const token of [access_token, id_token]) {
      await refused(
        post(service, '/oauth2/token', { grant_type: 'refresh_token', refresh_token: token }, app.headers),
      )
      await refused(redeemCode(service, app, token))
    }
    await refused(
      post(service, '/oauth2/token', { grant_type: 'refresh_token', refresh_token }, other.headers),
    )
    assert.equal(await validate(access_token), 200)
    // A launcher token does not work for OAuth, nor an OAuth token for another scope.
    const launcher = await service.signIn(account)
    assert.equal((await service.get('/oauth2/userinfo', bearer(launcher))).status, 401)
    const { access_token: joins } = await deviceTokens(service, account, 'game_server_session')
    const without = await service.get('/oauth2/userinfo', bearer(joins))
    assert.deepEqual([without.status, without.json.error], [403, 'insufficient_scope'])
    const wider = await post(
      service,
      '/oauth2/token',
      { grant_type: 'refresh_token', refresh_token, scope: 'openid email' },
      app.headers,
    )
    assert.deepEqual([wider.status, wider.json.error], [400, 'invalid_scope'])
  })

  test('a page can read answers only if it belongs to a public client', async () => {
    const service = await shared()
    const app = await application(service, { isPublic: true, redirectUri: 'https://page.example.test/back' })
    const secret = await application(service)
    const fields = { grant_type: 'refresh_token', refresh_token: 'x' }
    for (const [asked, origin, allowed] of [
      [{ ...fields, client_id: app.id }, 'https://page.example.test', 'https://page.example.test'],
      [{ ...fields, client_id: app.id }, 'https://evil.example.test', null],
      [{ ...fields, client_id: app.id }, 'null', null],
      [{ ...fields, client_id: secret.id, client_secret: secret.secret }, 'https://app.example.test', null],
    ] as const) {
      const { headers } = await post(service, '/oauth2/token', asked, { origin })
      assert.equal(headers.get('access-control-allow-origin'), allowed, origin)
    }
  })

  test('an application that uses two services can tell which one answered', async () => {
    const service = await shared()
    const app = await application(service)
    const browser = await signedIn(service, await service.account())
    const issuer = service.context.baseUrl()
    const ours = { issuer, authorization_response_iss_parameter_supported: true }
    const theirs = { ...ours, issuer: 'https://evil.example.test' }
    const client = { client_id: app.id }
    const answers = [await sentBack(browser, app), await sentBack(browser, app, { scope: 'wishes' })]
    const [code, failure] = answers
    assert.ok(code && failure)
    assert.ok(oauth.validateAuthResponse(ours, client, code, 'st').get('code'))
    for (const answer of answers) {
      assert.deepEqual(answer.searchParams.getAll('iss'), [issuer])
      assert.throws(() => oauth.validateAuthResponse(theirs, client, answer, 'st'), /"iss"/)
      assert.throws(() => oauth.validateAuthResponse(ours, client, answer, 'another'), /"state"/)
    }
    assert.equal(failure.searchParams.get('error'), 'invalid_scope')
  })

  test('no log line contains a code, a token, a secret, a verifier or a state', async () => {
    const service = await shared()
    const account = await service.account()
    const app = await application(service)
    const browser = await signedIn(service, account)
    const state = 'a-state-that-nobody-else-has'
    const asked = { scope: 'openid offline_access', state, nonce: 'a-nonce-that-nobody-else-has' }
    const code = await codeOf(browser, app, asked)
    const tokens = (await redeemCode(service, app, code)).json
    const { access_token: token } = tokens
    // In a header, in a field and, against all advice, in the URL; together with mistakes.
    const userinfo = '/oauth2/userinfo'
    await service.get(userinfo, { headers: { authorization: `Bearer ${token}` } })
    await post(service, userinfo, { access_token: token })
    await service.get(`${userinfo}?access_token=${token}`)
    await post(service, '/oauth2/introspect', { token }, app.headers)
    await redeemCode(service, app, code)
    const inForm = { client_id: app.id, client_secret: app.secret, grant_type: 'client_credentials' }
    await post(service, '/oauth2/token', inForm)
    await post(service, '/oauth2/token', { ...inForm, client_secret: `${app.secret}!` })
    const last = await post(
      service,
      `/oauth2/revoke?token=${token}`,
      { token: tokens.refresh_token },
      app.headers,
    )
    await service.logLine(last)
    const cookies = [...browser.cookies.values()].filter((value) => value.length > 16)
    assert.ok(cookies.length > 0)
    const secrets = [
      code,
      token,
      tokens.refresh_token,
      tokens.id_token,
      app.secret,
      verifier,
      state,
      asked.nonce,
    ]
    for (const secret of [...secrets, ...cookies, app.headers['authorization'] ?? '?', account.password]) {
      assert.ok(!service.log.some((line) => line.includes(secret)), secret)
    }
    assert.ok(service.log.some((line) => line.includes(userinfo)))
  })
})
