// Applications that cannot use PKCE: what they send instead, and why that helps nobody else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '../../../src/domain/oauth/clients.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'
import { browserOf } from '../../web/browser.ts'
import { authorizePath, post, redeemCode, verifier } from './oauth.ts'

const redirectUri = 'https://git.example.test/user/oauth2/norn/callback'
const withoutPkce = { code_challenge: undefined, code_challenge_method: undefined }

async function optional(service: RunningService) {
  const { client, secret = '' } = await createClient(service.context, operator, {
    client_name: 'Gitea',
    redirect_uris: [redirectUri],
    pkce: 'optional',
  })
  const basic = Buffer.from(`${client.clientId}:${secret}`).toString('base64')
  const headers: Record<string, string> = { authorization: `Basic ${basic}` }
  return { id: client.clientId, name: client.client_name, redirectUri, secret, headers, isPublic: false }
}

onEveryDatabase('an application that may omit PKCE', (_start, shared) => {
  const browserFor = async (service: RunningService) => {
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn(account)
    const sentBack = async (path: string) => {
      const page = await browser.get(path)
      const { sentTo } = page.sentTo ? page : await browser.send(page, page.path, { answer: 'allow' })
      assert.ok(sentTo, page.text)
      return sentTo.searchParams
    }
    return { account, browser, sentBack }
  }

  // go-gitea/gitea, services/auth/source/oauth2/providers_openid.go, on markbates/goth, providers/openidConnect:
  // discovery, then golang.org/x/oauth2: AuthCodeURL(state), and Exchange with Basic, without client_id in the form.
  test('signs people in with the requests of Gitea and Forgejo', async () => {
    const service = await shared()
    const { account, sentBack } = await browserFor(service)
    const app = await optional(service)
    const { json: discovery } = await service.get('/.well-known/openid-configuration')
    const asked = new URLSearchParams({
      client_id: app.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      state: '0b1f2a5e-state',
    })
    const { pathname } = new URL(discovery.authorization_endpoint)
    const answer = await sentBack(`${pathname}?${asked}`)
    assert.equal(answer.get('state'), '0b1f2a5e-state')
    const code = answer.get('code') ?? ''
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    const tokens = await post(service, new URL(discovery.token_endpoint).pathname, form, app.headers)
    assert.equal(tokens.status, 200, tokens.text)
    const [, payload = ''] = tokens.json.id_token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    assert.deepEqual([claims.iss, claims.aud, claims.sub], [discovery.issuer, app.id, account.id])
    const headers = { authorization: `Bearer ${tokens.json.access_token}` }
    const info = (await service.get(new URL(discovery.userinfo_endpoint).pathname, { headers })).json
    assert.deepEqual(
      [info.sub, info.preferred_username, info.email],
      [account.id, account.username, account.email],
    )
  })

  test('sends state or nonce instead', async () => {
    const service = await shared()
    const { sentBack } = await browserFor(service)
    const app = await optional(service)
    const noState = { ...withoutPkce, state: undefined }
    assert.ok((await sentBack(authorizePath(app, { ...noState, nonce: 'n' }))).get('code'))
    for (const others of [noState, { ...withoutPkce, state: '' }, { ...noState, nonce: '' }]) {
      const answer = await sentBack(authorizePath(app, others))
      assert.deepEqual([answer.get('error'), answer.get('code')], ['invalid_request', null])
    }
  })

  test('must complete PKCE if it starts it', async () => {
    const service = await shared()
    const { sentBack } = await browserFor(service)
    const app = await optional(service)
    for (const others of [
      { code_challenge_method: undefined },
      { code_challenge: verifier, code_challenge_method: 'plain' },
      { code_challenge: undefined },
      { code_challenge: 'short' },
    ]) {
      assert.equal((await sentBack(authorizePath(app, others))).get('error'), 'invalid_request')
    }
    const code = (await sentBack(authorizePath(app))).get('code') ?? ''
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    // The code was intercepted and is redeemed without a verifier, as if PKCE had not been used.
    const downgraded = await post(service, '/oauth2/token', form, app.headers)
    assert.deepEqual([downgraded.status, downgraded.json.error], [400, 'invalid_grant'])
    assert.equal((await redeemCode(service, app, code)).status, 200)
  })

  test('redeems a code without a challenge by its secret only, and without a verifier', async () => {
    const service = await shared()
    const { sentBack } = await browserFor(service)
    const [app, other] = [await optional(service), await optional(service)]
    const code = (await sentBack(authorizePath(app, withoutPkce))).get('code') ?? ''
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    const wrong = { authorization: `Basic ${Buffer.from(`${app.id}:wrong`).toString('base64')}` }
    const tries: [Record<string, string>, Record<string, string>, number, string][] = [
      [{ ...form, client_id: app.id }, {}, 401, 'invalid_client'],
      [form, wrong, 401, 'invalid_client'],
      [form, other.headers, 400, 'invalid_grant'],
      // PKCE that the authorization request did not start (RFC 9700, section 2.1.1).
      [{ ...form, code_verifier: verifier }, app.headers, 400, 'invalid_grant'],
      [{ ...form, redirect_uri: 'https://evil.example/' }, app.headers, 400, 'invalid_grant'],
    ]
    for (const [fields, headers, status, error] of tries) {
      const answer = await post(service, '/oauth2/token', fields, headers)
      assert.deepEqual([answer.status, answer.json.error], [status, error])
    }
    assert.equal((await post(service, '/oauth2/token', form, app.headers)).status, 200)
  })

  test('is never a public client', async () => {
    const { context } = await shared()
    const client = {
      client_name: 'A',
      redirect_uris: ['http://127.0.0.1/'],
      public: true,
    }
    await assert.rejects(createClient(context, operator, { ...client, pkce: 'optional' }), {
      reason: 'pkce_optional_public',
    })
    await createClient(context, operator, { ...client, pkce: 'required' })
  })
})
