// OpenID Connect RP-Initiated Logout 1.0: an application has its user signed out here, too.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SignJWT } from 'jose'
import * as client from 'openid-client'
import { listAudit } from '../../src/domain/audit/list.ts'
import { changeClient } from '../../src/domain/oauth/change-client.ts'
import { listGrants } from '../../src/domain/oauth/grants.ts'
import { rotateKey } from '../../src/domain/operation/rotate-key.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { application, authorizePath, post, redeemCode, type TestApplication } from '../wire/oauth2/oauth.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'

const back = 'https://app.example.test/signed-out'

/** An application to whose users this browser is signed in, and what it has got. */
async function signedIn(service: RunningService, browser: Browser, isPublic = false) {
  const app = await application(service, { name: 'A <i>forum</i>', isPublic })
  await changeClient(service.context, operator, app.id, { post_logout_redirect_uris: [back, `${back}?a=b`] })
  const tokens = await tokensOf(service, browser, app)
  return { app, tokens }
}

async function tokensOf(service: RunningService, browser: Browser, app: TestApplication) {
  const asked = await browser.get(authorizePath(app, { scope: 'openid offline_access game_server_session' }))
  const answered = asked.sentTo ? asked : await browser.send(asked, asked.path, { answer: 'allow' })
  const answer = await redeemCode(service, app, answered.sentTo?.searchParams.get('code') ?? '')
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}

/** Returns an ID token with other claims, signed as ours are. */
const resigned = (service: RunningService, idToken: string, changed: (claims: any) => object) => {
  const [, body = ''] = idToken.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const { kid, privateKey } = service.context.keys.current('oauth')
  return new SignJWT({ ...claims, ...changed(claims) })
    .setProtectedHeader({ alg: 'RS256', kid })
    .sign(privateKey)
}

const endPath = (asked: Record<string, string>) =>
  `/oauth2/end-session?${new URLSearchParams(asked).toString()}`

const isSignedIn = async (browser: Browser) => (await browser.get('/account')).heading === 'Account'

const ends = async (service: RunningService, { app, tokens }: Awaited<ReturnType<typeof signedIn>>) => {
  const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id: app.id }
  const headers = app.isPublic ? {} : app.headers
  assert.equal((await post(service, '/oauth2/token', fields, headers)).json.error, 'invalid_grant')
  assert.equal((await service.post('/auth/validate', { accessToken: tokens.access_token })).status, 401)
}

onEveryDatabase('signing out from an application', (_, shared) => {
  test('asks nobody if the hint is of the sign-in of this browser, however old it is, and returns', async () => {
    const service = await shared()
    const account = await service.account()
    const [browser, elsewhere] = [browserOf(service), browserOf(service)]
    await browser.signIn(account)
    await elsewhere.signIn(account)
    const launcher = await service.signIn(account)
    const held = await signedIn(service, browser)
    const other = await signedIn(service, browser)
    const hint = await resigned(service, held.tokens.id_token, ({ iat }) => ({ exp: iat - 90 * 86_400 }))
    const asked = { id_token_hint: hint, post_logout_redirect_uri: back, state: 'a b&c' }
    const { sentTo } = await browser.get(endPath(asked))
    assert.equal(sentTo?.href, `${back}?state=a+b%26c`)
    assert.ok(!(await isSignedIn(browser)))
    await ends(service, held)
    const [entry] = await listAudit(service.context, { event: 'session.ended', limit: 1 })
    assert.deepEqual([entry?.account, entry?.details], [account.id, { tokens: 2 }])
    // What stays: other browsers, launchers, other applications, and the consent.
    assert.ok(await isSignedIn(elsewhere))
    assert.equal((await service.post('/auth/validate', { accessToken: launcher })).status, 200)
    assert.equal(
      (await service.post('/auth/validate', { accessToken: other.tokens.access_token })).status,
      200,
    )
    assert.equal((await listGrants(service.context, account)).length, 2)
    // A second time there is nothing to end, and the person still gets back.
    const twice = await browser.get(endPath({ ...asked, post_logout_redirect_uri: `${back}?a=b` }))
    assert.equal(twice.sentTo?.href, `${back}?a=b&state=a+b%26c`)
  })

  test('works with a widespread client, which finds it by discovery', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn(account)
    const { app, tokens } = await signedIn(service, browser)
    const config = await client.discovery(new URL(service.baseUrl), app.id, app.secret, undefined, {
      execute: [client.allowInsecureRequests],
    })
    const url = client.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: back,
      state: 'st',
    })
    const { sentTo } = await browser.get(url.pathname + url.search)
    assert.equal(sentTo?.href, `${back}?state=st`)
    assert.ok(!(await isSignedIn(browser)))
  })

  test('asks if the hint is missing, of another sign-in or another person, or not ours', async () => {
    const service = await shared()
    const [account, stranger] = [await service.account(), await service.account()]
    const [browser, theirs] = [browserOf(service), browserOf(service)]
    await browser.signIn(account)
    await theirs.signIn(stranger)
    const held = await signedIn(service, browser, true)
    const { app, tokens } = held
    const foreign = await signedIn(service, theirs)
    const [head = '', body = '', signature = ''] = tokens.id_token.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const keyless = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('x'.repeat(32)))
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`
    const bent = Buffer.from(JSON.stringify({ ...claims, aud: foreign.app.id })).toString('base64url')
    const launcher = await service.signIn(account)
    for (const hint of [
      '',
      'nonsense',
      'a.b.c',
      'x'.repeat(5000),
      unsigned,
      keyless,
      `${head}.${bent}.${signature}`,
      launcher,
      tokens.access_token,
    ]) {
      const asked = { id_token_hint: hint, client_id: app.id, post_logout_redirect_uri: back }
      const page = await browser.get(endPath(asked))
      assert.deepEqual([page.status, page.heading], [200, 'Sign out?'], hint.slice(0, 40))
      assert.ok(page.text.includes('A &lt;i&gt;forum&lt;/i&gt; asks'))
      assert.ok(await isSignedIn(browser))
    }
    // Somebody else's hint names somebody else's application, and proves nothing about this browser.
    const page = await browser.get(endPath({ id_token_hint: foreign.tokens.id_token }))
    assert.equal(page.heading, 'Sign out?')
    // Hints that are ours, but of another service at the same key, of no application, or of an earlier sign-in.
    for (const changed of [
      () => ({ iss: 'https://elsewhere.example.test' }),
      () => ({ aud: 'nobody' }),
      () => ({ aud: [app.id] }),
      () => ({ sub: stranger.id }),
      () => ({ auth_time: undefined }),
      ({ auth_time }: { auth_time: number }) => ({ auth_time: auth_time - 10 }),
      ({ auth_time }: { auth_time: number }) => ({ auth_time: auth_time + 10 }),
    ]) {
      const hint = await resigned(service, tokens.id_token, changed)
      assert.equal((await browser.get(endPath({ id_token_hint: hint }))).heading, 'Sign out?')
    }
    const earlier = await resigned(service, tokens.id_token, ({ auth_time }) => ({
      auth_time: auth_time - 10,
    }))
    const old = await browser.get(endPath({ id_token_hint: earlier, post_logout_redirect_uri: back }))
    assert.equal(old.heading, 'Sign out?')
    assert.match(
      old.headers.get('content-security-policy') ?? '',
      /form-action 'self' https:\/\/app\.example\.test;/,
    )
    const done = await browser.send(old, '/oauth2/end-session/confirm')
    assert.equal(done.sentTo?.href, back)
    assert.ok(!(await isSignedIn(browser)))
    await ends(service, held)
    assert.equal((await service.post('/auth/validate', { accessToken: launcher })).status, 200)
    assert.ok(await isSignedIn(theirs))
  })

  test('never returns to an address that is not registered, and says which one was sent', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn(account)
    const { app, tokens } = await signedIn(service, browser)
    const other = await signedIn(service, browser)
    for (const address of [
      'https://evil.example.test/',
      `${back}/`,
      `${back}?x`,
      `${back}#x`,
      'https://app.example.test/back',
      'javascript:alert(1)',
      '//evil.example.test/',
      '"><script>alert(1)</script>',
    ]) {
      const asked = { id_token_hint: tokens.id_token, post_logout_redirect_uri: address }
      const page = await browser.get(endPath(asked))
      assert.deepEqual([page.status, page.heading, page.sentTo], [400, 'Sign out?', undefined], address)
      assert.ok(page.text.includes('<dt>Address that was sent</dt>') && !page.text.includes('<script>alert'))
      assert.equal((await service.logLine(page)).reason, 'invalid_post_logout_redirect_uri')
      assert.ok(await isSignedIn(browser))
    }
    // Neither without an application, nor for another one than that of the hint, nor twice.
    for (const query of [
      new URLSearchParams({ post_logout_redirect_uri: back }),
      new URLSearchParams({ post_logout_redirect_uri: back, client_id: 'nobody' }),
      new URLSearchParams({
        post_logout_redirect_uri: back,
        client_id: other.app.id,
        id_token_hint: tokens.id_token,
      }),
    ]) {
      const page = await browser.get(`/oauth2/end-session?${query.toString()}`)
      assert.deepEqual([page.status, page.sentTo], [400, undefined])
    }
    const twice = `${endPath({ client_id: app.id, post_logout_redirect_uri: back })}&post_logout_redirect_uri=${back}`
    assert.equal((await browser.get(twice)).sentTo, undefined)
    const page = await browser.get(
      endPath({ client_id: app.id, post_logout_redirect_uri: 'https://evil.test/' }),
    )
    const done = await browser.send(page, '/oauth2/end-session/confirm')
    assert.deepEqual([done.sentTo, done.heading, done.flash], [undefined, 'Sign in', 'You are signed out.'])
  })

  test('cannot be caused by another site, and is not confirmed without a token', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn(account)
    const { app } = await signedIn(service, browser)
    const fields = { client_id: app.id, post_logout_redirect_uri: back }
    const confirm = '/oauth2/end-session/confirm'
    const origin = 'https://evil.example.test'
    assert.equal((await browser.post(confirm, { ...fields, csrf: 'x'.repeat(43) })).status, 403)
    assert.equal((await browser.post(confirm, fields)).status, 403)
    const page = await browser.get(endPath(fields))
    const [, csrf = ''] = / name="csrf" value="([^"]+)"/.exec(page.text) ?? []
    assert.equal((await browser.post(confirm, { ...fields, csrf }, { origin })).status, 403)
    // What a form could smuggle in is checked again.
    const bent = await browser.post(confirm, { ...fields, csrf, post_logout_redirect_uri: origin })
    assert.ok(!(bent.headers.get('location') ?? '').includes('evil'))
    const posted = await post(service, '/oauth2/end-session', { ...fields, state: 'st' }, { origin })
    assert.equal(posted.status, 303)
    assert.equal(posted.headers.get('location'), endPath({ ...fields, state: 'st' }))
  })

  test('takes a hint that was signed with the key before', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    const page: PageView = await browser.signIn(account)
    assert.equal(page.heading, 'Account')
    const { tokens } = await signedIn(service, browser)
    await rotateKey(service.context, operator, 'oauth', { isStolen: false })
    const { sentTo } = await browser.get(
      endPath({ id_token_hint: tokens.id_token, post_logout_redirect_uri: back }),
    )
    assert.equal(sentTo?.href, back)
  })
})
