// Scopes that this service does not have are ignored (OpenID Connect Core 1.0, section 3.1.2.1).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listGrants } from '../../../src/domain/oauth/grants.ts'
import { onEveryDatabase } from '../../service.ts'
import { browserOf } from '../../web/browser.ts'
import { allow, application, authorizePath, post, redeem, redeemCode, refresh, startDevice } from './oauth.ts'

const unknown = 'address phone entitlements urn:example:scope https://example.test/scope'

onEveryDatabase('a scope that does not exist', (_, shared) => {
  test('is ignored in an authorization request, whose answer names what was granted', async () => {
    const service = await shared()
    const account = await service.account()
    const app = await application(service)
    const browser = browserOf(service)
    await browser.signIn(account)
    const asked = `address openid phone profile email offline_access ${unknown} openid`
    const consent = await browser.get(authorizePath(app, { scope: asked }))
    assert.match(consent.heading, /^Allow /)
    const { sentTo } = await browser.send(consent, consent.path, { answer: 'allow' })
    const tokens = await redeemCode(service, app, sentTo?.searchParams.get('code') ?? '')
    assert.equal(tokens.status, 200, tokens.text)
    assert.equal(tokens.json.scope, 'openid profile email offline_access')
    const [grant] = await listGrants(service.context, account)
    assert.equal(grant?.scope, 'openid profile email offline_access', 'nothing else was agreed to')

    // Applications repeat their scopes when they refresh.
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.json.refresh_token, scope: asked }
    const again = await post(service, '/oauth2/token', fields, app.headers)
    assert.equal(again.status, 200, again.text)
    assert.equal(again.json.scope, 'openid profile email offline_access')
    // Remembered: the unknown ones do not lead to another question.
    const silent = await browser.get(authorizePath(app, { scope: `openid ${unknown}`, prompt: 'none' }))
    assert.ok(silent.sentTo?.searchParams.get('code'), silent.sentTo?.href)
    // One that exists and was not agreed to is still refused.
    const wider = await post(
      service,
      '/oauth2/token',
      { ...fields, refresh_token: again.json.refresh_token, scope: 'openid groups address' },
      app.headers,
    )
    assert.deepEqual([wider.status, wider.json.error], [400, 'invalid_scope'])
  })

  test('is ignored when a device asks', async () => {
    const service = await shared()
    const account = await service.account()
    const scope = `openid offline_access game_server_session ${unknown}`
    const { device_code, user_code } = await startDevice(service, scope)
    await allow(service, account, user_code)
    const tokens = await redeem(service, device_code)
    assert.equal(tokens.json.scope, 'openid offline_access game_server_session')
    const [grant] = await listGrants(service.context, account)
    assert.equal(grant?.scope, 'openid offline_access game_server_session')
    assert.equal((await refresh(service, tokens.json.refresh_token)).status, 200)
  })

  test('is refused if it is all that was asked for: nothing would be granted', async () => {
    const service = await shared()
    const account = await service.account()
    const app = await application(service)
    const browser = browserOf(service)
    await browser.signIn(account)
    const back = await browser.get(authorizePath(app, { scope: unknown }))
    assert.equal(back.sentTo?.searchParams.get('error'), 'invalid_scope')
    const device = await post(service, '/oauth2/device_authorization', {
      client_id: 'launchers',
      scope: unknown,
    })
    assert.deepEqual([device.status, device.json.error], [400, 'invalid_scope'])
    const speaks = { grant_type: 'client_credentials', scope: unknown }
    const own = await post(service, '/oauth2/token', speaks, app.headers)
    assert.deepEqual([own.status, own.json.error], [400, 'invalid_scope'])
  })
})
