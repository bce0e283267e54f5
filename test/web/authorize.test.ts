// The authorization code: sign-in, consent, and back to the application.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
import { application, authorizePath, post, redeemCode, refresh } from '../wire/oauth2/oauth.ts'
import { browserOf, type PageView } from './browser.ts'

const consentOf = (page: PageView): string => {
  const [path = ''] = page.path.split('?')
  assert.match(path, /^\/oauth2\/consent\/[\w-]+$/)
  return path
}

const policyOf = ({ headers }: PageView) => headers.get('content-security-policy') ?? ''

onEveryDatabase('an authorization request', (start, shared) => {
  test('leads through sign-in and consent to a code, whose token can join', async () => {
    const service = await shared()
    const account = await service.account()
    const app = await application(service, { name: 'A <b>web</b> site' })
    const browser = browserOf(service)
    const scope = 'openid offline_access game_server_session'
    const path = authorizePath(app, { scope, nonce: 'no', login_hint: account.username })
    const signIn = await browser.get(path)
    assert.equal(signIn.heading, 'Sign in')
    assert.match(signIn.text, new RegExp(`name="login"[^>]* value="${account.username}"`))
    assert.match(policyOf(signIn), /form-action 'self' https:\/\/app\.example\.test;/)

    const { username, password } = account
    const consent = await browser.send(signIn, '/sign-in', { login: username, password })
    assert.equal(consent.heading, 'Allow A <b>web</b> site?')
    assert.ok(consent.text.includes('A &lt;b&gt;web&lt;/b&gt; site'))
    assert.match(consent.text, /join game servers as you/)
    assert.match(consent.text, /see and change your friends/)
    assert.match(
      policyOf(consent),
      /form-action 'self' https:\/\/app\.example\.test;.*frame-ancestors 'none'/,
    )
    assert.equal(consent.headers.get('x-frame-options'), 'DENY')
    assert.equal(consent.headers.get('cache-control'), 'no-store')

    const back = await browser.send(consent, consentOf(consent), { answer: 'allow' })
    const { sentTo } = back
    assert.ok(sentTo, back.text)
    assert.equal(`${sentTo.origin}${sentTo.pathname}`, 'https://app.example.test/back')
    const { code = '', ...rest } = Object.fromEntries(sentTo.searchParams)
    assert.deepEqual(rest, { state: 'st', iss: service.context.baseUrl() })

    const answer = await redeemCode(service, app, code)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.json.scope, scope)
    const claims = JSON.parse(Buffer.from(answer.json.id_token.split('.')[1], 'base64url').toString())
    assert.deepEqual([claims.sub, claims.aud, claims.nonce], [account.id, app.id, 'no'])
    assert.ok(Math.abs(claims.auth_time - Date.now() / 1000) < 30)
    const join = { accessToken: answer.json.access_token, selectedProfile: account.id, serverId: 's' }
    assert.equal((await service.post('/session/join', join)).status, 200)
    const found = await service.get(`/session/hasJoined?username=${account.username}&serverId=s`)
    assert.equal(found.json.id, account.id)

    // Remembered: a signed-in player who has consented is not asked again, and prompt=none works.
    const again = await browser.get(authorizePath(app, { scope: 'openid game_server_session' }))
    assert.ok(again.sentTo?.searchParams.get('code'), again.text)
    const silent = await browser.get(authorizePath(app, { prompt: 'none' }))
    assert.ok(silent.sentTo?.searchParams.get('code'))
    // The page appears again for a larger scope, or if the application requests it.
    for (const others of [{ scope: 'openid email' }, { prompt: 'consent' }]) {
      assert.match((await browser.get(authorizePath(app, others))).heading, /^Allow /)
    }
    const refused = await browser.get(authorizePath(app, { scope: 'openid email', prompt: 'none' }))
    assert.equal(refused.sentTo?.searchParams.get('error'), 'consent_required')

    // Redeeming a code twice indicates theft: the grant ends with all its tokens.
    const twice = await redeemCode(service, app, code)
    assert.deepEqual([twice.status, twice.json.error], [400, 'invalid_grant'])
    assert.equal((await service.post('/auth/validate', { accessToken: join.accessToken })).status, 401)
    const dead = await post(
      service,
      '/oauth2/token',
      { grant_type: 'refresh_token', refresh_token: answer.json.refresh_token },
      app.headers,
    )
    assert.equal(dead.json.error, 'invalid_grant')
  })

  test('requires consent each time from a public client, at any port of the local machine', async () => {
    const service = await shared()
    const account = await service.account()
    const redirectUri = 'http://127.0.0.1/callback'
    const app = await application(service, { isPublic: true, redirectUri, name: 'A launcher' })
    const browser = browserOf(service)
    await browser.signIn(account)
    const at = { ...app, redirectUri: 'http://127.0.0.1:51004/callback' }
    const tokens = []
    for (let n = 0; n < 2; n++) {
      const consent = await browser.get(authorizePath(at, { scope: 'openid offline_access' }))
      assert.equal(consent.heading, 'Allow A launcher?')
      assert.match(policyOf(consent), /form-action 'self' http:\/\/127\.0\.0\.1:51004;/)
      const { sentTo } = await browser.send(consent, consentOf(consent), { answer: 'allow' })
      const answer = await redeemCode(service, at, sentTo?.searchParams.get('code') ?? '')
      assert.equal(answer.status, 200, answer.text)
      tokens.push(answer.json)
    }
    // Each consent is a separate grant: ending one does not affect the other.
    const [one, other] = tokens
    assert.equal((await refresh(service, one.refresh_token, app.id)).status, 200)
    assert.equal((await refresh(service, one.refresh_token, app.id)).json.error, 'invalid_grant')
    assert.equal((await refresh(service, other.refresh_token, app.id)).status, 200)

    const list = await browser.get('/account/applications')
    assert.equal(list.heading, 'Applications')
    assert.match(list.text, /stay connected until you remove it/)
    assert.equal(list.text.match(/Remove: A launcher/g)?.length, 1)
    // Nobody can remove another player's grant.
    const stranger = browserOf(service)
    const theirs = await stranger.signIn(await service.account(), '/account/applications')
    const csrf = / name="csrf" value="([^"]+)"/.exec(theirs.text)?.[1] ?? ''
    const grant = / name="grant" value="([^"]+)"/.exec(list.text)?.[1] ?? ''
    assert.equal((await stranger.post('/account/applications', { csrf, grant })).status, 303)
    assert.match((await browser.get('/account/applications')).text, /Remove: A launcher/)

    const removed = await browser.send(list, '/account/applications')
    assert.match(removed.flash ?? '', /removed/)
    assert.doesNotMatch(removed.text, /Remove: /)
    const userinfo = await service.get('/oauth2/userinfo', {
      headers: { authorization: `Bearer ${other.access_token}` },
    })
    assert.equal(userinfo.status, 401)
  })

  test('is refused if the player declines, and cannot be answered by somebody else', async () => {
    const service = await shared()
    const [account, stranger] = [await service.account(), await service.account()]
    const app = await application(service)
    const browser = browserOf(service)
    await browser.signIn(account)
    const consent = await browser.get(authorizePath(app))
    const path = consentOf(consent)

    const other = browserOf(service)
    assert.match((await other.get(path)).path, /^\/sign-in\?next=/)
    await other.signIn(stranger)
    const foreign = await other.get(path)
    assert.deepEqual([foreign.status, foreign.heading], [404, 'This request has ended'])
    const csrf = / name="csrf" value="([^"]+)"/.exec((await other.get('/account')).text)?.[1] ?? ''
    assert.equal((await other.post(path, { csrf, answer: 'allow' })).status, 404)
    // Nor without the hidden fields of the form.
    assert.equal((await browser.post(path, { answer: 'allow' })).status, 403)

    const { sentTo } = await browser.send(consent, path, { answer: 'deny' })
    assert.deepEqual(
      [sentTo?.searchParams.get('error'), sentTo?.searchParams.get('state')],
      ['access_denied', 'st'],
    )
    assert.equal((await browser.get(path)).status, 404)
    // The player signed out in between: the next one to sign in is not the one who was asked.
    const late = await browser.get(authorizePath(app))
    await browser.send(late, '/sign-out')
    await browser.signIn(stranger)
    assert.equal((await browser.get(consentOf(late))).status, 404)
    assert.equal((await browser.get(consentOf(late).replace('consent', 'authorize'))).status, 400)
  })

  test('requires re-authentication if the application requests it', async () => {
    const service = await shared()
    const account = await service.account()
    const app = await application(service)
    const browser = browserOf(service)
    await browser.signIn(account)
    const agreed = await browser.get(authorizePath(app))
    await browser.send(agreed, consentOf(agreed), { answer: 'allow' })
    service.advance(10_000)
    const { username: login, password } = account
    for (const others of [{ prompt: 'login' }, { max_age: '5' }]) {
      const signIn = await browser.get(authorizePath(app, others))
      assert.equal(signIn.heading, 'Sign in')
      const { sentTo } = await browser.send(signIn, '/sign-in', { login, password })
      assert.ok(sentTo?.searchParams.get('code'), JSON.stringify(others))
      service.advance(10_000)
    }
    const nobody = browserOf(service)
    const silent = await nobody.get(authorizePath(app, { prompt: 'none' }))
    assert.equal(silent.sentTo?.searchParams.get('error'), 'login_required')
  })

  test('shows a page if the application must not be informed, and answers it otherwise', async () => {
    const service = await shared()
    const app = await application(service)
    const browser = browserOf(service)
    const pages: [Record<string, string | undefined>, number, string][] = [
      [{ client_id: 'nobody' }, 400, 'invalid_client'],
      [{ client_id: undefined }, 400, 'invalid_request'],
      [{ redirect_uri: 'https://evil.example.test/back' }, 400, 'invalid_redirect_uri'],
      [{ redirect_uri: `${app.redirectUri}/` }, 400, 'invalid_redirect_uri'],
      [{ redirect_uri: `${app.redirectUri}?x=1` }, 400, 'invalid_redirect_uri'],
      [{ client_id: 'launchers', redirect_uri: 'http://127.0.0.1/' }, 400, 'invalid_redirect_uri'],
    ]
    for (const [others, status, error] of pages) {
      const page = await browser.get(authorizePath(app, others))
      assert.equal(page.sentTo, undefined)
      assert.deepEqual([page.status, page.text.includes(`<code>${error}</code>`)], [status, true], page.text)
      assert.equal(page.heading, 'The application sent an invalid request')
      assert.ok(page.alert)
      assert.equal((await service.logLine(page)).reason, error)
    }
    const answers: [Record<string, string | undefined>, string][] = [
      [{ scope: 'wishes' }, 'invalid_scope'],
      [{ scope: 'openid "' }, 'invalid_scope'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ request: 'e30.e30.' }, 'request_not_supported'],
    ]
    for (const [others, error] of answers) {
      const answer = await browser.get(authorizePath(app, others))
      const { sentTo } = answer
      assert.equal(sentTo?.origin, 'https://app.example.test', JSON.stringify(others))
      // For an unsupported response type the library answers as it would for that type.
      const parameters = Object.fromEntries(new URLSearchParams(sentTo?.search || sentTo?.hash.slice(1)))
      assert.deepEqual(
        [parameters.error, parameters.state, parameters.iss],
        [error, 'st', service.context.baseUrl()],
      )
    }
  })

  test("allows a form to redirect only to the application's own address", async () => {
    const service = await shared()
    const browser = browserOf(service)
    const app = await application(service)
    const redirectUri = 'http://127.0.0.1/callback'
    const native = await application(service, { isPublic: true, redirectUri })
    const own = "form-action 'self';"
    for (const [path, allowed] of [
      [authorizePath(app), "form-action 'self' https://app.example.test;"],
      [authorizePath(app, { redirect_uri: 'https://evil.example.test/back' }), own],
      [authorizePath({ ...app, id: 'nobody' }), own],
      [
        authorizePath(native, { redirect_uri: 'http://127.0.0.1:51004/callback' }),
        "form-action 'self' http://127.0.0.1:51004;",
      ],
      [authorizePath(native, { redirect_uri: 'http://127.0.0.1:51004/other' }), own],
    ] as const) {
      const page = await browser.get(`/sign-in?next=${encodeURIComponent(path)}`)
      assert.ok(policyOf(page).includes(allowed), `${path}: ${policyOf(page)}`)
    }
  })

  test('can be posted, and answered with a form', async () => {
    const service = await start({ NORN_BASE_URL: 'https://accounts.example.org/norn' })
    const account = await service.account()
    const app = await application(service)
    const browser = browserOf(service)
    const path = authorizePath(app, { response_mode: 'form_post' })
    const [, query = ''] = path.split('?')
    const posted = await post(service, '/oauth2/authorize', Object.fromEntries(new URLSearchParams(query)))
    assert.equal(posted.status, 303)
    assert.equal(posted.headers.get('location'), `/norn${path}`)
    const set = (await service.get(path)).headers.getSetCookie()
    assert.ok(set.length > 0)
    for (const each of set) assert.match(each, /; secure(;|$)/i)
    const signIn = await browser.get(path)
    const { username: login, password } = account
    const consent = await browser.send(signIn, '/sign-in', { login, password })
    const back = await browser.send(consent, consentOf(consent), { answer: 'allow' })
    assert.equal(back.status, 200)
    assert.match(back.text, /<form method="post" action="https:\/\/app\.example\.test\/back">/)
    assert.match(policyOf(back), /script-src 'sha256-/)
    const code = /name="code" value="([^"]+)"/.exec(back.text)?.[1] ?? ''
    assert.equal((await redeemCode(service, app, code)).status, 200)
  })
})
