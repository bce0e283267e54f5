// What an application that runs in the browser asks, from its own origin (Fetch, section 3.2).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase, type RunningService } from '../../service.ts'
import { browserOf } from '../../web/browser.ts'
import { application, authorizePath, post, redeemCode } from './oauth.ts'

const origin = 'https://page.example.test'

/** Asks as a browser does before a request that needs permission. */
const preflight = (service: RunningService, path: string, method: string, headers: string, from = origin) =>
  service.request(path, {
    method: 'OPTIONS',
    headers: {
      origin: from,
      'access-control-request-method': method,
      'access-control-request-headers': headers,
    },
  })

const allowedOrigin = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin')

onEveryDatabase('an application in a browser', (start, shared) => {
  test('may read the documents that everybody may, and send requests for them', async () => {
    const service = await start({ NORN_BASE_URL: 'https://example.test/accounts' })
    for (const path of [
      `${service.baseUrl}/.well-known/openid-configuration`,
      `${service.baseUrl}/.well-known/oauth-authorization-server`,
      `${new URL(service.baseUrl).origin}/.well-known/openid-configuration/accounts`,
      `${service.baseUrl}/oauth2/jwks`,
    ]) {
      for (const from of [origin, 'null', 'http://localhost:5173']) {
        const answer = await fetch(path, { headers: { origin: from } })
        assert.equal(answer.status, 200, path)
        assert.equal(allowedOrigin(answer), '*', path)
        assert.equal(answer.headers.get('access-control-allow-credentials'), null)
        const asked = await fetch(path, {
          method: 'OPTIONS',
          headers: {
            origin: from,
            'access-control-request-method': 'GET',
            'access-control-request-headers': 'content-type, x-app',
          },
        })
        assert.equal(asked.status, 204, path)
        assert.equal(allowedOrigin(asked), '*')
        assert.match(asked.headers.get('access-control-allow-methods') ?? '', /\bGET\b/)
        assert.equal(asked.headers.get('access-control-allow-headers'), 'content-type, x-app')
      }
    }
  })

  test('gets a token, asks userinfo and revokes the token, all of it from its own origin only', async () => {
    const service = await shared()
    const account = await service.account()
    const app = await application(service, { isPublic: true, redirectUri: `${origin}/back` })
    for (const [path, methods] of [
      ['token', ['POST']],
      ['revoke', ['POST']],
      ['userinfo', ['GET', 'POST']],
    ] as const) {
      for (const method of methods) {
        const asked = await preflight(service, `/oauth2/${path}`, method, 'authorization,content-type')
        assert.ok(asked.status === 204 || asked.status === 200, `${path}: ${asked.status}`)
        assert.equal(allowedOrigin(asked), origin)
        assert.ok(asked.headers.get('access-control-allow-methods')?.includes(method))
        assert.equal(asked.headers.get('access-control-allow-headers'), 'authorization,content-type')
        assert.equal(asked.headers.get('access-control-allow-credentials'), null)
      }
    }
    const browser = browserOf(service)
    await browser.signIn(account)
    const consent = await browser.get(authorizePath(app, { scope: 'openid profile' }))
    const { sentTo } = await browser.send(consent, consent.path, { answer: 'allow' })
    const fromPage = { ...app, headers: { origin } }
    const tokens = await redeemCode(service, fromPage, sentTo?.searchParams.get('code') ?? '')
    assert.deepEqual([tokens.status, allowedOrigin(tokens)], [200, origin], tokens.text)
    assert.equal(tokens.headers.get('access-control-allow-credentials'), null)
    const authorization = `Bearer ${tokens.json.access_token}`
    for (const method of ['GET', 'POST']) {
      const told = await service.request('/oauth2/userinfo', { method, headers: { origin, authorization } })
      assert.deepEqual([told.status, allowedOrigin(told)], [200, origin], told.text)
      for (const from of ['https://evil.example.test', 'null', `${origin}.evil.test`, `${origin}:8443`]) {
        const headers = { origin: from, authorization }
        const refused = await service.request('/oauth2/userinfo', { method, headers })
        assert.equal(allowedOrigin(refused), null, from)
        assert.ok(!refused.text.includes(account.username))
      }
    }
    const fields = { token: tokens.json.access_token, client_id: app.id }
    const revoked = await post(service, '/oauth2/revoke', fields, { origin })
    assert.deepEqual([revoked.status, allowedOrigin(revoked)], [200, origin])
  })

  test('is at home at any port of the local machine if its redirect URI is', async () => {
    const service = await shared()
    const app = await application(service, { isPublic: true, redirectUri: 'http://localhost/back' })
    const fields = { grant_type: 'refresh_token', refresh_token: 'x', client_id: app.id }
    for (const [from, allowed] of [
      ['http://localhost:5173', true],
      ['http://localhost', true],
      ['https://localhost:5173', false],
      ['http://127.0.0.1:5173', false],
      ['http://localhost.evil.test', false],
    ] as const) {
      const answer = await post(service, '/oauth2/token', fields, { origin: from })
      assert.equal(allowedOrigin(answer), allowed ? from : null, from)
    }
  })

  test('may read nothing else: no page, no account, no administration', async () => {
    const service = await shared()
    const { username, password } = await service.account()
    for (const path of ['/', '/sign-in', '/account', '/oauth2/authorize', '/api/v1/accounts', '/metrics']) {
      assert.equal(allowedOrigin(await service.get(path, { headers: { origin } })), null, path)
      assert.equal(allowedOrigin(await preflight(service, path, 'GET', 'authorization')), null, path)
    }
    const signIn = await service.post('/auth/authenticate', { username, password }, { headers: { origin } })
    assert.equal(allowedOrigin(signIn), null)
  })
})
