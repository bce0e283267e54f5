// The requests and checks of launchers, following their sources: addresses are built exactly as they build them.
// XMCL's sign-in with MSAL is in oauth.test.ts.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { YggdrasilThirdPartyClient } from '@xmcl/user'
import { decodeProtectedHeader, importJWK, type JWK, jwtVerify } from 'jose'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { allow, application } from '../wire/oauth2/oauth.ts'
import { withAppPassword } from './app-password.ts'
import { plays } from './plays.ts'

const baseUrl = 'https://accounts.example.test/norn'
const root = `${baseUrl}/authlib-injector`
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const yggdrasilConnect = 'openid offline_access Yggdrasil.PlayerProfiles.Select Yggdrasil.Server.Join'

/** The public address, reached from this machine. */
function fetchHere(service: RunningService, url: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, search } = new URL(url)
  return fetch(`${new URL(service.baseUrl).origin}${pathname}${search}`, init)
}

async function reach(service: RunningService, url: string, init: RequestInit = {}) {
  assert.ok(url.startsWith(baseUrl), url)
  const answer = await fetchHere(service, url, init)
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
  test('PCL discovers everything below https, polls with a form, and reads the profile from ID token and userinfo', async () => {
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
    // It reads the body regardless of the status.
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
      // A string: it would not read a list.
      assert.equal(typeof payload.aud, 'string')
      // Without availableProfiles in the ID token it also requests userinfo.
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

  // UNIkeEN/SJMCL, src-tauri/src/account: commands.rs, helpers/authlib_injector/{info,password,oauth,common}.rs and
  // helpers/misc.rs (90e85dd, 2026-08-19). It appends to the root from the header, including its final slash.
  const sjmclRoot = async (service: RunningService, typed: string): Promise<string> => {
    const { headers } = await reach(service, new URL(typed).href)
    return new URL(headers.get('x-authlib-injector-api-location') ?? typed, typed).href
  }

  const sjmclProfile = async (service: RunningService, authUrl: string, { id = '', username = '' }) => {
    const found = await reach(service, `${authUrl}/sessionserver/session/minecraft/profile/${id}`)
    assert.equal(found.status, 200)
    const { name, properties } = found.json
    assert.equal(name, username)
    const { value } = properties.find((property: { name: string }) => property.name === 'textures')
    assert.ok(JSON.parse(Buffer.from(value, 'base64').toString()).textures)
  }

  for (const [kind, accountOf] of Object.entries({
    password: (service: RunningService) => service.account(),
    'app password': withAppPassword,
  })) {
    test(`SJMCL signs in by ${kind} and refreshes, below a root that ends in a slash`, async () => {
      const service = await shared()
      const account = await accountOf(service)
      const { username, password } = account
      const authUrl = await sjmclRoot(service, baseUrl)
      assert.equal(authUrl, `${root}/`)
      const agent = { name: 'Minecraft', version: 1 }
      const credentials = json({ username, password, agent })
      const signedIn = await reach(service, `${authUrl}/authserver/authenticate`, credentials)
      assert.equal(signedIn.status, 200)
      await sjmclProfile(service, authUrl, { id: signedIn.json.selectedProfile.id, username })
      const { accessToken } = signedIn.json
      const validate = `${authUrl}/authserver/validate`
      assert.equal((await reach(service, validate, json({ accessToken }))).status, 204)
      const body = json({ accessToken, selectedProfile: null, availableProfiles: null })
      const refreshed = await reach(service, `${authUrl}/authserver/refresh`, body)
      assert.equal(refreshed.status, 200)
      await sjmclProfile(service, authUrl, { id: refreshed.json.selectedProfile.id, username })
      await plays(service, account, refreshed.json.accessToken)
    })
  }

  test('SJMCL trusts the first RS256 key, and fetches the profile from the root', async () => {
    const service = await shared()
    const account = await service.account()
    const authUrl = await sjmclRoot(service, baseUrl)
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
    // Immediately, without waiting for the interval; anything but 400 ends it.
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
      await sjmclProfile(service, authUrl, { id, username: account.username })
      const validate = `${authUrl}/authserver/validate`
      assert.equal((await reach(service, validate, json({ accessToken }))).status, 204)
      await plays(service, account, accessToken ?? '')
    }
    const { json: tokens } = await reach(service, config.token_endpoint, poll)
    await parse(tokens)
    const { refresh_token } = tokens
    const again = form({ client_id, refresh_token, grant_type: 'refresh_token' })
    await parse((await reach(service, config.token_endpoint, again)).json)
  })

  // Voxelum/x-minecraft-launcher (b0cf753, 2026-08-14):
  // xmcl-keystone-ui/src/components/UserCardAddYggdrasilService.vue,
  // xmcl-runtime/user/{YggdrasilSeriveRegistry,user}.ts, accountSystems/YggdrasilAccountSystem.ts. It never reads
  // the header: it appends to the typed or dropped address, and to `/api/yggdrasil` if that has no path.
  const xmclTyped = (typed: string): string => {
    const url = new URL(typed)
    if (url.pathname === '/') url.pathname = '/api/yggdrasil'
    return url.href
  }
  const xmclDropped = (uri: string): string =>
    decodeURIComponent(uri.replace('authlib-injector:', '').replace('yggdrasil-server:', ''))

  const dragged = 'authlib-injector:yggdrasil-server:https%3A%2F%2Faccounts.example.test%2F'
  for (const [what, url, hasMetadata] of [
    ['a bare host is typed', xmclTyped('https://accounts.example.test'), true],
    ['the root is typed', xmclTyped('https://accounts.example.test/norn/authlib-injector'), true],
    [
      'the root is typed with a slash',
      xmclTyped('https://accounts.example.test/norn/authlib-injector/'),
      true,
    ],
    ['the link is dropped', xmclDropped(`${dragged}norn%2Fauthlib-injector%2F`), true],
    // It has no metadata then, since the page is not JSON, and signs in anyway.
    ['a base URL with a path is typed', xmclTyped(baseUrl), false],
    ['a base URL with a path and a slash is typed', xmclTyped(`${baseUrl}/`), false],
  ] as const) {
    test(`XMCL signs in, sets a skin and refreshes where ${what}`, async () => {
      const isBare = new URL(url).pathname === '/api/yggdrasil'
      const service = isBare
        ? await start({ NORN_BASE_URL: 'https://accounts.example.test' })
        : await shared()
      const metadata = await fetchHere(service, url)
      if (hasMetadata) assert.ok('signaturePublickey' in (JSON.parse(await metadata.text()) as object))
      const client = new YggdrasilThirdPartyClient(url, {
        fetch: (asked, init) => fetchHere(service, String(asked), init),
      })
      for (const accountOf of [() => service.account(), () => withAppPassword(service)]) {
        const { id, username, password, ...account } = await accountOf()
        const clientToken = 'a1b2'
        const session = await client.login({ username, password, requestUser: true, clientToken })
        assert.ok(session.user)
        assert.deepEqual(session.availableProfiles, [{ id, name: username }])
        assert.equal((await client.lookup(id, true)).name, username)
        const { accessToken } = await client.refresh({
          accessToken: session.accessToken,
          requestUser: true,
          clientToken,
        })
        assert.equal(await client.validate(session.accessToken, clientToken), false)
        assert.equal(await client.validate(accessToken, clientToken), true)
        const texture = { data: makePng(64, 64, noise(1)), metadata: { model: 'slim' as const } }
        await client.setTexture({ accessToken, uuid: id, type: 'skin', texture })
        const worn = await client.lookup(id, true)
        const { textures } = JSON.parse(Buffer.from(worn.properties['textures'] ?? '', 'base64').toString())
        assert.equal(textures.SKIN.metadata.model, 'slim')
        await client.setTexture({ accessToken, uuid: id, type: 'skin' })
        await plays(service, { ...account, id, username }, accessToken)
        assert.equal(await client.invalidate(accessToken, clientToken), true)
        assert.equal(await client.validate(accessToken, clientToken), false)
      }
    })
  }

  // elyby/docs, source/ru/oauth.rst: no `openid`, the game's own word in the scope, prompt=select_account; and a
  // launcher that adds PKCE (ElyByAuthService.cs of GlassLauncher). Without PKCE they are refused.
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
    // Somebody is signed in already, and the player chooses another account.
    const browser = browserOf(service)
    await browser.signIn(other)
    const choice = await browser.get(`/oauth2/authorize?${request}`)
    assert.equal(choice.heading, 'Sign in')
    const { username: login, password } = account
    const consent = await browser.send(choice, '/sign-in', { login, password })
    const { sentTo } = await browser.send(consent, consent.path, { answer: 'allow' })
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
    const without = await browser.get(`/oauth2/authorize?${request}`)
    assert.equal(without.sentTo?.searchParams.get('error'), 'invalid_request')
  })
})
