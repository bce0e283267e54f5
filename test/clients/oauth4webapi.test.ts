// oauth4webapi by itself: it validates each answer strictly, and no library around it hides anything.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth from 'oauth4webapi'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { allow, application } from '../wire/oauth2/oauth.ts'
import { plays } from './plays.ts'

const scope = 'openid offline_access account_info game_server_session'

// The tests use http to this machine.
const insecure = { [oauth.allowInsecureRequests]: true }

async function discovered({ baseUrl }: RunningService): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(baseUrl)
  for (const algorithm of ['oidc', 'oauth2'] as const) {
    const answer = await oauth.discoveryRequest(issuer, { algorithm, ...insecure })
    await oauth.processDiscoveryResponse(issuer, answer)
  }
  return oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
}

/** Userinfo, a refresh, its userinfo, and a revocation. */
async function useUp(
  service: RunningService,
  account: { id: string; username: string },
  tokens: oauth.TokenEndpointResponse,
  { as, client, secret }: { as: oauth.AuthorizationServer; client: oauth.Client; secret: oauth.ClientAuth },
): Promise<void> {
  const userinfo = async (token: string) =>
    oauth.processUserInfoResponse(
      as,
      client,
      account.id,
      await oauth.userInfoRequest(as, client, token, insecure),
    )
  const refreshed = async (token: string) =>
    oauth.processRefreshTokenResponse(
      as,
      client,
      await oauth.refreshTokenGrantRequest(as, client, secret, token, insecure),
    )
  assert.equal(oauth.getValidatedIdTokenClaims(tokens)?.sub, account.id)
  await plays(service, account, tokens.access_token)
  assert.equal((await userinfo(tokens.access_token))['username'], account.username)

  const next = await refreshed(tokens.refresh_token ?? '')
  assert.equal(oauth.getValidatedIdTokenClaims(next)?.sub, account.id)
  await plays(service, account, next.access_token)
  const revoked = await oauth.revocationRequest(as, client, secret, next.refresh_token ?? '', insecure)
  await oauth.processRevocationResponse(revoked)
  await assert.rejects(refreshed(next.refresh_token ?? ''), { error: 'invalid_grant' })
  await assert.rejects(userinfo(next.access_token), (error: oauth.WWWAuthenticateChallengeError) => {
    assert.equal(error.cause[0]?.parameters['error'], 'invalid_token')
    return true
  })
}

onEveryDatabase('oauth4webapi', (_start, shared) => {
  for (const isPublic of [false, true]) {
    test(`code with PKCE, ${isPublic ? 'public' : 'confidential'}`, async () => {
      const service = await shared()
      const account = await service.account()
      const redirectUri = isPublic ? 'org.example.launcher:/back' : 'https://app.example.test/back'
      const app = await application(service, { isPublic, redirectUri })
      const as = await discovered(service)
      const client = { client_id: app.id }
      const secret = isPublic ? oauth.None() : oauth.ClientSecretPost(app.secret)
      const verifier = oauth.generateRandomCodeVerifier()
      const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()]
      const asked = new URLSearchParams({
        client_id: app.id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      const browser = browserOf(service)
      await browser.signIn(account)
      const consent = await browser.get(`${new URL(as.authorization_endpoint ?? '').pathname}?${asked}`)
      const { sentTo } = await browser.send(consent, consent.path, { answer: 'allow' })
      assert.ok(sentTo, consent.text)
      const called = oauth.validateAuthResponse(as, client, sentTo, state)
      const answer = await oauth.authorizationCodeGrantRequest(
        as,
        client,
        secret,
        called,
        redirectUri,
        verifier,
        insecure,
      )
      const tokens = await oauth.processAuthorizationCodeResponse(as, client, answer, {
        expectedNonce: nonce,
        requireIdToken: true,
      })
      if (!isPublic) {
        const asks = await oauth.introspectionRequest(as, client, secret, tokens.access_token, insecure)
        const { active, username } = await oauth.processIntrospectionResponse(as, client, asks)
        assert.deepEqual([active, username], [true, account.username])
      }
      await useUp(service, account, tokens, { as, client, secret })
    })
  }

  test('a device', async () => {
    const service = await shared()
    const account = await service.account()
    const as = await discovered(service)
    const client = { client_id: String(as['shared_client_id']) }
    const secret = oauth.None()
    const asked = await oauth.deviceAuthorizationRequest(as, client, secret, { scope }, insecure)
    const device = await oauth.processDeviceAuthorizationResponse(as, client, asked)
    const redeem = async () =>
      oauth.processDeviceCodeResponse(
        as,
        client,
        await oauth.deviceCodeGrantRequest(as, client, secret, device.device_code, insecure),
      )
    await assert.rejects(redeem(), { error: 'authorization_pending' })
    await allow(service, account, device.user_code)
    await useUp(service, account, await redeem(), { as, client, secret })
  })
})
