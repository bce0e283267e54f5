// What launchers send and look at, as their sources have it; XMCL, which signs in with MSAL, is in oauth.test.ts.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { decodeProtectedHeader, importJWK, type JWK, jwtVerify } from 'jose'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { visitorOf } from '../web/visitor.ts'
import { allow, application } from '../wire/oauth2/oauth.ts'
import { plays } from './plays.ts'

const baseUrl = 'https://accounts.example.test/norn'
const root = `${baseUrl}/authlib-injector`
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const yggdrasilConnect = 'openid offline_access Yggdrasil.PlayerProfiles.Select Yggdrasil.Server.Join'

/** The public address, from this machine. */
async function reach(service: RunningService, url: string, init: RequestInit = {}) {
  assert.ok(url.startsWith(baseUrl), url)
  const answer = await fetch(`${new URL(service.baseUrl).origin}${new URL(url).pathname}`, init)
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    json: text.startsWith('{') ? JSON.parse(text) : undefined,
  }
}

const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
})

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

onEveryDatabase('launchers', (start) => {
  let ours: Promise<RunningService> | undefined
  const shared = () => (ours ??= start({ NORN_BASE_URL: baseUrl, NORN_GAME: 'chess' }))

  // PCL-Community/PCL-CE, PCL.Core/Minecraft/IdentityModel: Extensions/YggdrasilConnect/YggdrasilOptions.cs and
  // YggdrasilConnectProvider.cs, OAuth/Client.cs, Extensions/OpenId/OpenIdOptions.cs (2026)
  test('PCL finds everything below https, polls by form, and reads the profile from ID token and userinfo', async () => {
    const service = await shared()
    const account = await service.account()
    const discovery = (await reach(service, root)).json.meta['feature.openid_configuration_url']
    const { json: meta } = await reach(service, discovery)
    assert.ok(new URL(discovery).pathname.startsWith(`${new URL(meta.issuer).pathname}/.well-known/`))
    for (const name of ['token_endpoint', 'device_authorization_endpoint', 'jwks_uri', 'userinfo_endpoint']) {
      assert.equal(new URL(meta[name]).protocol, 'https:')
    }
    for (const scope of ['openid', 'Yggdrasil.PlayerProfiles.Select', 'Yggdrasil.Server.Join']) {
      assert.ok(meta.scopes_supported.includes(scope))
    }
    const client_id: string = meta.shared_client_id
    const fields = { scope: yggdrasilConnect, client_id }
    const device = (await reach(service, meta.device_authorization_endpoint, form(fields))).json
    assert.ok(Number.isInteger(device.interval) && Number.isInteger(device.expires_in))
    const poll = { client_id, grant_type: deviceGrant, device_code: device.device_code }
    // It reads the body whatever the status.
    assert.equal((await reach(service, meta.token_endpoint, form(poll))).json.error, 'authorization_pending')
    await allow(service, account, device.user_code)

    const complete = async (tokens: Record<string, string>) => {
      const { access_token: accessToken = '', id_token: idToken = '' } = tokens
      const { kid } = decodeProtectedHeader(idToken)
      const { keys } = (await reach(service, meta.jwks_uri)).json as { keys: JWK[] }
      const [key, ...others] = keys.filter((each) => each.kid === kid)
      assert.ok(key && others.length === 0)
      const claims = { issuer: meta.issuer, audience: client_id }
      const { payload } = await jwtVerify(idToken, await importJWK(key), claims)
      const profile = { id: account.id, name: account.username }
      assert.deepEqual(payload['selectedProfile'], profile)
      // A text: a list of them would not be read.
      assert.equal(typeof payload.aud, 'string')
      // Without availableProfiles in the ID token it asks userinfo as well.
      const headers = { authorization: `Bearer ${accessToken}` }
      assert.deepEqual(
        (await reach(service, meta.userinfo_endpoint, { headers })).json.selectedProfile,
        profile,
      )
      // Its clientToken is the profile's id.
      const validate = json({ accessToken, clientToken: account.id })
      assert.equal((await reach(service, `${root}/authserver/validate`, validate)).status, 204)
      await plays(service, account, accessToken)
    }
    const { json: tokens } = await reach(service, meta.token_endpoint, form(poll))
    await complete(tokens)
    const silent = { refresh_token: tokens.refresh_token, grant_type: 'refresh_token', client_id }
    await complete((await reach(service, meta.token_endpoint, form(silent))).json)
  })

  // UNIkeEN/SJMCL, src-tauri/src/account/helpers: authlib_injector/{info,oauth,common}.rs, misc.rs (90e85dd, 2026-08-19)
  test('SJMCL trusts the first key with RS256, and fetches the profile of the root', async () => {
    const service = await shared()
    const account = await service.account()
    const asked = await reach(service, `${baseUrl}/`)
    const authUrl = new URL(asked.headers.get('x-authlib-injector-api-location') ?? '', `${baseUrl}/`).href
    const { meta } = (await reach(service, authUrl)).json
    const { json: config } = await reach(service, meta['feature.openid_configuration_url'])
    const client_id: string = config.shared_client_id
    const started = await reach(
      service,
      config.device_authorization_endpoint,
      form({ client_id, scope: yggdrasilConnect }),
    )
    const { device_code, user_code, verification_uri_complete, expires_in, interval } = started.json
    assert.ok(verification_uri_complete.startsWith(`${baseUrl}/device?`))
    assert.ok(Number.isInteger(expires_in) && Number.isInteger(interval))
    const poll = form({ client_id, device_code, grant_type: deviceGrant })
    // At once, without waiting for the interval; anything but 400 ends it.
    const pending = await reach(service, config.token_endpoint, poll)
    assert.deepEqual([pending.status, pending.json.error], [400, 'authorization_pending'])
    await allow(service, account, user_code)

    const parse = async ({ access_token: accessToken, id_token }: Record<string, string>) => {
      const { keys } = (await reach(service, config.jwks_uri)).json
      const { n, e } = keys[0]
      const key = await importJWK({ kty: 'RSA', n, e }, 'RS256')
      const rules = { algorithms: ['RS256'], audience: client_id }
      const { payload } = await jwtVerify(id_token ?? '', key, rules)
      const { id } = payload['selectedProfile'] as { id: string }
      const at = `${authUrl.replace(/\/$/, '')}/sessionserver/session/minecraft/profile/${id}`
      const { name, properties } = (await reach(service, at)).json
      assert.equal(name, account.username)
      const { value } = properties.find((property: { name: string }) => property.name === 'textures')
      assert.ok(JSON.parse(Buffer.from(value, 'base64').toString()).textures)
      const validate = `${authUrl.replace(/\/$/, '')}/authserver/validate`
      assert.equal((await reach(service, validate, json({ accessToken }))).status, 204)
      await plays(service, account, accessToken ?? '')
    }
    const { json: tokens } = await reach(service, config.token_endpoint, poll)
    await parse(tokens)
    const { refresh_token } = tokens
    const again = form({ client_id, refresh_token, grant_type: 'refresh_token' })
    await parse((await reach(service, config.token_endpoint, again)).json)
  })

  // elyby/docs, source/ru/oauth.rst: no `openid`, the game's own word in the scope, prompt=select_account; and a
  // launcher that does so with PKCE (ElyByAuthService.cs of GlassLauncher). Without it they are refused.
  test('clients in the style of Ely sign in with PKCE, choose an account, and read it without openid', async () => {
    const service = await shared()
    const [account, other] = [await service.account(), await service.account()]
    const redirectUri = 'http://localhost:53682/callback'
    const app = await application(service, { isPublic: true, redirectUri })
    const code_verifier = createHash('sha256').update('random').digest('base64url')
    const scope = 'account_info account_email chess_server_session offline_access'
    const request = new URLSearchParams({
      client_id: app.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope,
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
      prompt: 'select_account',
    })
    // Somebody is signed in already, and the account of another is chosen.
    const visitor = visitorOf(service)
    await visitor.signIn(other)
    const choice = await visitor.get(`/oauth2/authorize?${request}`)
    assert.equal(choice.heading, 'Sign in')
    const { username: login, password } = account
    const consent = await visitor.send(choice, '/sign-in', { login, password })
    const { sentTo } = await visitor.send(consent, consent.path, { answer: 'allow' })
    const code = sentTo?.searchParams.get('code') ?? ''
    const token = `${baseUrl}/oauth2/token`
    const grant = { client_id: app.id, grant_type: 'authorization_code', redirect_uri: redirectUri }
    const tokens = (await reach(service, token, form({ ...grant, code, code_verifier }))).json
    assert.deepEqual([tokens.token_type, tokens.expires_in, tokens.id_token], ['Bearer', 86_400, undefined])
    const info = async (accessToken: string) =>
      (
        await reach(service, `${baseUrl}/oauth2/userinfo`, {
          headers: { authorization: `Bearer ${accessToken}` },
        })
      ).json
    assert.deepEqual(await info(tokens.access_token), {
      sub: account.id,
      id: account.id,
      uuid: account.id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      username: account.username,
      registeredAt: service.now() / 1000,
      preferredLanguage: 'en',
      email: account.email,
    })
    await plays(service, account, tokens.access_token)
    const refresh = { client_id: app.id, grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    const next = (await reach(service, token, form({ ...refresh, scope }))).json
    assert.equal((await info(next.access_token)).username, account.username)
    await plays(service, account, next.access_token)

    request.delete('code_challenge')
    request.delete('code_challenge_method')
    const without = await visitor.get(`/oauth2/authorize?${request}`)
    assert.equal(without.sentTo?.searchParams.get('error'), 'invalid_request')
  })
})
