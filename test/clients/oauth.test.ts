// Libraries with which applications sign people in: openid-client (on oauth4webapi), and MSAL as the launcher XMCL
// uses it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type INetworkModule, PublicClientApplication } from '@azure/msal-node'
import * as oidc from 'openid-client'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { allow, application, authorizePath, post, verifier } from '../wire/oauth2/oauth.ts'
import { plays } from './plays.ts'

const game = 'game_server_session'

async function discovered(service: RunningService, clientId: string, secret?: string) {
  // The tests use http to this machine.
  const options = { execute: [oidc.allowInsecureRequests] }
  const authentication = secret === undefined ? oidc.None() : oidc.ClientSecretBasic(secret)
  return oidc.discovery(new URL(service.baseUrl), clientId, undefined, authentication, options)
}

onEveryDatabase('openid-client', (_start, shared) => {
  for (const isPublic of [false, true]) {
    test(`code with PKCE, userinfo, refresh, revocation, ${isPublic ? 'public' : 'confidential'}`, async () => {
      const service = await shared()
      const account = await service.account()
      const redirectUri = isPublic ? 'http://127.0.0.1/back' : 'https://app.example.test/back'
      const app = await application(service, { isPublic, redirectUri })
      const config = await discovered(service, app.id, isPublic ? undefined : app.secret)
      const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
      const [expectedState, expectedNonce] = [oidc.randomState(), oidc.randomNonce()]
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: `openid offline_access account_info email ${game}`,
        code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        state: expectedState,
        nonce: expectedNonce,
      })
      const browser = browserOf(service)
      await browser.signIn(account)
      const consent = await browser.get(url.pathname + url.search)
      const { sentTo } = await browser.send(consent, consent.path, { answer: 'allow' })
      assert.ok(sentTo, consent.text)
      const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true }
      const tokens = await oidc.authorizationCodeGrant(config, sentTo, checks)
      assert.equal(tokens.claims()?.sub, account.id)
      await plays(service, account, tokens.access_token)
      const info = await oidc.fetchUserInfo(config, tokens.access_token, account.id)
      assert.deepEqual([info['username'], info.email], [account.username, account.email])

      const next = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
      await plays(service, account, next.access_token)
      await oidc.tokenRevocation(config, next.refresh_token ?? '')
      await assert.rejects(oidc.refreshTokenGrant(config, next.refresh_token ?? ''), {
        error: 'invalid_grant',
      })
      const validated = await service.post('/auth/validate', { accessToken: next.access_token })
      assert.equal(validated.status, 401)
    })
  }

  test('a device, with the shared client', async () => {
    const service = await shared()
    const account = await service.account()
    const root = (await service.get('/authlib-injector')).json.meta
    const document = await fetch(root['feature.openid_configuration_url'])
    const { shared_client_id: clientId } = (await document.json()) as { shared_client_id: string }
    const config = await discovered(service, clientId)
    const started = await oidc.initiateDeviceAuthorization(config, { scope: `openid offline_access ${game}` })
    await allow(service, account, started.user_code)
    const tokens = await oidc.pollDeviceAuthorizationGrant(config, { ...started, interval: 1 })
    await plays(service, account, tokens.access_token)
    const info = await oidc.fetchUserInfo(config, tokens.access_token, account.id)
    assert.deepEqual(info, { sub: account.id })
    const next = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')
    await plays(service, account, next.access_token)
    await oidc.tokenRevocation(config, next.access_token)
    await assert.rejects(oidc.fetchUserInfo(config, next.access_token, account.id))
  })
})

/** Sends MSAL's requests through fetch, like XMCL; here they go to this machine, whatever the public address. */
function networkOf(service: RunningService): INetworkModule {
  const send = async (
    method: string,
    url: string,
    options?: { headers?: Record<string, string>; body?: string },
  ) => {
    const { pathname, search } = new URL(url)
    const { headers = {}, body } = options ?? {}
    const answer = await fetch(`${new URL(service.baseUrl).origin}${pathname}${search}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    })
    return { headers: Object.fromEntries(answer.headers), body: await answer.json(), status: answer.status }
  }
  return {
    sendGetRequestAsync: (url, options) => send('GET', url, options) as Promise<any>,
    sendPostRequestAsync: (url, options) => send('POST', url, options) as Promise<any>,
  }
}

const authority = 'https://accounts.example.org'

const msalOf = (service: RunningService, clientId: string) =>
  new PublicClientApplication({
    auth: { authority, knownAuthorities: [authority], clientId },
    system: { protocolMode: 'OIDC', networkClient: networkOf(service) },
  })

onEveryDatabase('MSAL', (start) => {
  let ours: Promise<RunningService> | undefined
  const shared = () => (ours ??= start({ NORN_BASE_URL: authority }))

  // Voxelum/x-minecraft-launcher, xmcl-runtime/user/accountSystems/YggdrasilOCIDAuthClient.ts
  test('signs in by device and refreshes, as XMCL does', async () => {
    const service = await shared()
    const account = await service.account()
    const app = msalOf(service, 'launchers')
    const scopes = ['openid', 'offline_access', 'Yggdrasil.PlayerProfiles.Select', 'Yggdrasil.Server.Join']
    const result = await app.acquireTokenByDeviceCode({
      scopes,
      deviceCodeCallback: ({ userCode, verificationUri }) => {
        assert.equal(verificationUri, `${authority}/device`)
        void allow(service, account, userCode)
      },
    })
    assert.ok(result?.account)
    // It reads the profile from the ID token.
    const claims = result.idTokenClaims as Record<string, unknown>
    assert.deepEqual(claims['selectedProfile'], { id: account.id, name: account.username })
    await plays(service, account, result.accessToken)
    const next = await app.acquireTokenSilent({ scopes, account: result.account, forceRefresh: true })
    assert.notEqual(next.accessToken, result.accessToken)
    await plays(service, account, next.accessToken)
  })

  // It supports neither userinfo nor revocation: those requests are made by hand.
  test('code with PKCE, and refreshing until the token is revoked', async () => {
    const service = await shared()
    const account = await service.account()
    const redirectUri = 'http://127.0.0.1:51004/back'
    const client = await application(service, { isPublic: true, redirectUri })
    const app = msalOf(service, client.id)
    const scopes = ['openid', 'offline_access', 'profile', game]
    const browser = browserOf(service)
    await browser.signIn(account)
    const consent = await browser.get(authorizePath(client, { scope: scopes.join(' ') }))
    const { sentTo } = await browser.send(consent, consent.path, { answer: 'allow' })
    const code = sentTo?.searchParams.get('code') ?? ''
    const result = await app.acquireTokenByCode({ code, scopes, redirectUri, codeVerifier: verifier })
    assert.ok(result.account)
    await plays(service, account, result.accessToken)
    const next = await app.acquireTokenSilent({ scopes, account: result.account, forceRefresh: true })
    await plays(service, account, next.accessToken)
    const headers = { authorization: `Bearer ${next.accessToken}` }
    const info = await service.get('/oauth2/userinfo', { headers })
    assert.deepEqual([info.json.sub, info.json.name], [account.id, account.username])
    await post(service, '/oauth2/revoke', { client_id: client.id, token: next.accessToken })
    await assert.rejects(app.acquireTokenSilent({ scopes, account: result.account, forceRefresh: true }), {
      errorCode: 'invalid_grant',
    })
  })
})
