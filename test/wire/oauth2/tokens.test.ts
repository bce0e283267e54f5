// OAuth 2.0 tokens: where they are valid, what they contain, and what ends them.
import assert from 'node:assert/strict'
import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { createAccount } from '../../../src/domain/accounts/create.ts'
import { setPassword } from '../../../src/domain/accounts/set-password.ts'
import { restoreAccount, suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { renameAccount } from '../../../src/domain/names/rename.ts'
import { createClient, renewSecret } from '../../../src/domain/oauth/clients.ts'
import { deleteClient } from '../../../src/domain/oauth/deleted-clients.ts'
import { listGrants, removeGrant } from '../../../src/domain/oauth/grants.ts'
import { rotateKey } from '../../../src/domain/operation/rotate-key.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../../service.ts'
import { allow, deviceTokens, post, redeem, refresh, startDevice } from './oauth.ts'

const day = 86_400_000

const join = (service: RunningService, accessToken: string, account: TestAccount, serverId = 's') =>
  service.post('/session/join', { accessToken, selectedProfile: account.id, serverId })

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

const decoded = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString())

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

async function confidential(service: RunningService, redirectUri = 'https://app.example.test/back') {
  const { client, secret = '' } = await createClient(service.context, operator, {
    client_name: 'A web site',
    redirect_uris: [redirectUri],
  })
  return { id: client.clientId, secret, headers: basic(client.clientId, secret) }
}

const introspect = (service: RunningService, token: string, headers: Record<string, string>) =>
  post(service, '/oauth2/introspect', { token }, headers)

onEveryDatabase('an OAuth access token', (start, shared) => {
  test('is valid wherever the game sends a token, and nowhere else', async () => {
    const service = await shared()
    const account = await service.account()
    for (const scope of ['game_server_session', 'Yggdrasil.Server.Join']) {
      const { access_token: token, ...rest } = await deviceTokens(service, account, scope)
      assert.deepEqual(rest, { expires_in: 86_400, scope, token_type: 'Bearer' })
      assert.match(token, /^[\w-]{43}$/)
      assert.equal((await join(service, token, account, scope)).status, 200)
      const found = await service.get(`/session/hasJoined?username=${account.username}&serverId=${scope}`)
      assert.equal(found.json.id, account.id)
      const injector = await service.post('/authlib-injector/sessionserver/session/minecraft/join', {
        accessToken: token,
        selectedProfile: account.id,
        serverId: 's2',
      })
      assert.equal(injector.status, 204)
      const legacy = `user=${account.username}&sessionId=token:${token}:${account.id}&serverId=s3`
      assert.equal((await service.get(`/session/legacy/join?${legacy}`)).text, 'OK')
      assert.equal((await service.post('/auth/validate', { accessToken: token })).status, 200)
      const services = '/authlib-injector/minecraftservices'
      assert.equal((await service.get(`${services}/player/attributes`, bearer(token))).status, 200)
      assert.equal((await service.get(`${services}/game/profile`, bearer(token))).json.name, account.username)
      const launcher = { accessToken: token, clientToken: 'launchers' }
      assert.equal((await service.post('/auth/refresh', launcher)).json.errorMessage, 'Invalid token.')
      assert.equal((await service.post('/auth/invalidate', launcher)).status, 200)
      assert.equal((await service.post('/auth/validate', { accessToken: token })).status, 200)
    }
  })

  test('cannot join or read its profile from the services without the scope', async () => {
    const service = await shared()
    const account = await service.account()
    const { access_token: token } = await deviceTokens(service, account, 'openid account_info')
    const answer = await join(service, token, account)
    assert.deepEqual(
      [answer.status, answer.json.errorMessage],
      [401, 'The token does not have required scope.'],
    )
    const profile = await service.get('/authlib-injector/minecraftservices/game/profile', bearer(token))
    assert.equal(profile.status, 401)
  })

  test('has the scope of the configured game word only', async () => {
    const service = await start({ NORN_GAME: 'chess', NORN_OAUTH_ACCESS_TOKEN_LIFETIME: '90s' })
    const account = await service.account()
    const answer = await post(service, '/oauth2/device_authorization', {
      client_id: 'launchers',
      scope: 'game_server_session',
    })
    assert.deepEqual([answer.status, answer.json.error], [400, 'invalid_scope'])
    const { access_token: token, expires_in } = await deviceTokens(service, account, 'chess_server_session')
    assert.equal(expires_in, 90)
    assert.equal((await join(service, token, account)).status, 200)
    service.advance(89_999)
    assert.equal((await join(service, token, account)).status, 200)
    service.advance(1)
    const late = await join(service, token, account)
    assert.equal(late.json.errorMessage, 'Expired access_token.')
  })

  test("ends with anything that ends its account's tokens, with its grant and with its client", async () => {
    const service = await start()
    const { context } = service
    const ends: Record<string, (account: TestAccount) => Promise<unknown>> = {
      signout: ({ username, password }) => service.post('/auth/signout', { username, password }),
      'a new password': async (account) =>
        setPassword(context, operator, await service.stored(account), 'another correct horse'),
      suspension: async (account) => suspendAccount(context, operator, await service.stored(account), {}),
      'a suspension that is over': async (account) => {
        await suspendAccount(context, operator, await service.stored(account), {})
        await restoreAccount(context, operator, await service.stored(account))
      },
      'the grant': async (account) => {
        const [grant] = await listGrants(context, account)
        assert.deepEqual([grant?.clientName, grant?.clientId], ['Launcher', 'launchers'])
        await removeGrant(context, operator, [account], grant?.id ?? '')
      },
    }
    for (const [name, end] of Object.entries(ends)) {
      const account = await service.account()
      const { access_token, refresh_token } = await deviceTokens(service, account)
      await join(service, access_token, account, name)
      await end(account)
      assert.equal(
        (await join(service, access_token, account)).json.errorMessage,
        'Invalid access_token.',
        name,
      )
      const again = await refresh(service, refresh_token)
      assert.deepEqual([again.status, again.json.error], [400, 'invalid_grant'], name)
      const info = await service.get('/oauth2/userinfo', bearer(access_token))
      assert.equal(info.status, 401, name)
      assert.match(info.headers.get('www-authenticate') ?? '', /^Bearer realm=.*error="invalid_token"/)
      // Its owner has not left the game, as after a change of password: the join is still pending.
      const found = await service.get(`/session/hasJoined?username=${account.username}&serverId=${name}`)
      assert.equal(found.status, name === 'the grant' ? 200 : 401, name)
    }

    const account = await service.account()
    const site = await confidential(service)
    const { device_code, user_code } = await startDeviceOf(
      service,
      site,
      'offline_access game_server_session',
    )
    await allow(service, account, user_code)
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code }
    const { access_token } = (await post(service, '/oauth2/token', grant, site.headers)).json
    assert.equal((await join(service, access_token, account)).status, 200)
    await deleteClient(context, operator, site.id)
    assert.equal((await join(service, access_token, account)).status, 401)
    const gone = await introspect(service, access_token, site.headers)
    assert.deepEqual([gone.status, gone.json.error], [401, 'invalid_client'])
  })

  test('does not affect launcher tokens, nor they it, in any number', async () => {
    const service = await start()
    const account = await service.account()
    const launcher = await service.signIn(account)
    const { access_token: first } = await deviceTokens(service, account)
    for (let n = 0; n < 70; n++) {
      await service.signIn(account, `launcher ${n}`)
      service.advance(60_000)
      await deviceTokens(service, account)
    }
    assert.equal((await join(service, first, account)).status, 200)
    assert.equal((await service.post('/auth/validate', { accessToken: launcher })).status, 401)
    assert.equal((await listGrants(service.context, account)).length, 71)
  })

  test('is not stored anywhere, nor is any other secret that grants access', async () => {
    const service = await shared()
    const account = await service.account()
    const { device_code, user_code } = await startDevice(service, 'openid offline_access')
    const waiting = await stored(service)
    await allow(service, account, user_code)
    const { access_token, refresh_token } = (await redeem(service, device_code)).json
    const site = await confidential(service)
    const all = waiting + (await stored(service)) + service.log.join()
    for (const secret of [device_code, user_code, user_code.replace('-', ''), access_token, refresh_token]) {
      assert.ok(!all.includes(secret), secret)
    }
    assert.ok(!all.includes(site.secret))
  })
})

async function stored({ context: { db } }: RunningService): Promise<string> {
  const tables = ['oauth_client', 'oauth_grant', 'oauth_artifact', 'credential'] as const
  const rows = await Promise.all(tables.map((table) => db.query.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows)
}

async function startDeviceOf(
  service: RunningService,
  { headers }: Awaited<ReturnType<typeof confidential>>,
  scope: string,
): Promise<{ device_code: string; user_code: string }> {
  return (await post(service, '/oauth2/device_authorization', { scope }, headers)).json
}

onEveryDatabase('account data for applications', (_start, shared) => {
  const claims = (account: TestAccount, service: RunningService) => ({
    account_info: {
      id: account.id,
      uuid: account.id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
      username: account.username,
      registeredAt: service.now() / 1000,
      preferredLanguage: 'en',
    },
    account_email: { email: account.email },
    profile: {
      preferred_username: account.username,
      name: account.username,
      picture: `${service.baseUrl}/skinsystem/face/${account.id}.png`,
      locale: 'en',
    },
    email: { email: account.email, email_verified: false },
    'Yggdrasil.PlayerProfiles.Select': { selectedProfile: { id: account.id, name: account.username } },
    'Yggdrasil.PlayerProfiles.Read': { availableProfiles: [{ id: account.id, name: account.username }] },
  })

  test('an account without an email signs in by name, and has no email claim', async () => {
    const service = await shared()
    const given = { username: 'No_Address', password: 'a password', language: 'en', email: undefined }
    const { id } = await createAccount(service.context, operator, given)
    await service.signIn(given)
    const account = { ...given, id, email: '' }
    const tokens = await deviceTokens(service, account, 'openid email account_email')
    const info = await service.get('/oauth2/userinfo', bearer(tokens.access_token))
    assert.deepEqual(info.json, { sub: id })
  })

  test('is limited to what was granted, and the same in userinfo and the ID token', async () => {
    const service = await shared()
    const account = await service.account()
    for (const [scope, expected] of Object.entries(claims(account, service))) {
      const tokens = await deviceTokens(service, account, `openid ${scope}`)
      const info = await service.get('/oauth2/userinfo', bearer(tokens.access_token))
      assert.deepEqual(info.json, { sub: account.id, ...expected }, scope)
      const posted = await post(service, '/oauth2/userinfo', { access_token: tokens.access_token })
      assert.deepEqual(posted.json, info.json)
      const { iss, aud, iat, exp, auth_time, at_hash, ...told } = decoded(tokens.id_token.split('.')[1])
      assert.deepEqual(told, { sub: account.id, ...expected }, scope)
      assert.deepEqual([iss, aud, exp - iat], [service.baseUrl, 'launchers', 3600])
      assert.ok(Math.abs(auth_time - iat) < 60)
      assert.equal(at_hash, undefined)
    }
  })

  test('a rename is visible in the next answer', async () => {
    const service = await shared()
    const account = await service.account()
    const scope = 'openid offline_access Yggdrasil.PlayerProfiles.Select'
    const tokens = await deviceTokens(service, account, scope)
    await renameAccount(service.context, operator, await service.stored(account), 'Renamed')
    const selectedProfile = { id: account.id, name: 'Renamed' }
    const info = await service.get('/oauth2/userinfo', bearer(tokens.access_token))
    assert.deepEqual(info.json, { sub: account.id, selectedProfile })
    const next = await refresh(service, tokens.refresh_token)
    assert.deepEqual(decoded(next.json.id_token.split('.')[1]).selectedProfile, selectedProfile)
  })

  test('an ID token is signed with RS256 and the first published key', async () => {
    const service = await shared()
    const account = await service.account()
    const { id_token } = await deviceTokens(service, account, 'openid')
    const [header, payload, signature] = id_token.split('.')
    const { keys } = (await service.get('/oauth2/jwks')).json as { keys: (JsonWebKey & { kid: string })[] }
    const [first] = keys
    assert.ok(first)
    assert.deepEqual([first.kty, first['alg'], first['use']], ['RSA', 'RS256', 'sig'])
    assert.deepEqual(decoded(header), { alg: 'RS256', kid: first.kid })
    const key = createPublicKey({ key: first, format: 'jwk' })
    const isGood = verify(
      'RSA-SHA256',
      Buffer.from(`${header}.${payload}`),
      key,
      Buffer.from(signature ?? '', 'base64url'),
    )
    assert.ok(isGood)
    assert.ok(keys.every((each) => each['d'] === undefined && each['p'] === undefined))
  })

  test('after a rotation, new ID tokens are signed with the new key immediately, and the old key stays published for a day', async () => {
    const service = await shared()
    const { context } = service
    const account = await service.account()
    const old = decoded((await deviceTokens(service, account, 'openid')).id_token.split('.')[0]).kid
    service.advance(1000)
    const { kid } = await rotateKey(context, operator, 'oauth', { isStolen: false })
    const { id_token } = await deviceTokens(service, account, 'openid')
    assert.equal(decoded(id_token.split('.')[0]).kid, kid)
    const kids = async () =>
      (await service.get('/oauth2/jwks')).json.keys.map((key: { kid: string }) => key.kid)
    assert.deepEqual((await kids()).slice(0, 2), [kid, old])
    service.advance(day)
    assert.ok(!(await kids()).includes(old))
  })
})

onEveryDatabase('clients and their tokens', (_start, shared) => {
  test('revoking either token ends its whole grant, and revoking again changes nothing', async () => {
    const service = await shared()
    const account = await service.account()
    for (const which of ['access_token', 'refresh_token'] as const) {
      const tokens = await deviceTokens(service, account)
      const { access_token } = (await refresh(service, tokens.refresh_token)).json
      const token = which === 'access_token' ? access_token : undefined
      const fields = { client_id: 'launchers', token: token ?? tokens[which] }
      for (let n = 0; n < 2; n++) {
        const answer = await post(service, '/oauth2/revoke', fields)
        assert.deepEqual([answer.status, answer.text], [200, ''])
      }
      for (const each of [tokens.access_token, access_token]) {
        assert.equal((await join(service, each, account)).status, 401)
      }
    }
    const unknown = await post(service, '/oauth2/revoke', { client_id: 'launchers', token: 'x'.repeat(43) })
    assert.equal(unknown.status, 200)
  })

  test('a client cannot revoke, redeem or refresh the token of another client', async () => {
    const service = await shared()
    const account = await service.account()
    const site = await confidential(service)
    const tokens = await deviceTokens(service, account)
    const foreign = await post(service, '/oauth2/revoke', { token: tokens.access_token }, site.headers)
    assert.equal(foreign.status, 200)
    assert.equal((await join(service, tokens.access_token, account)).status, 200)
    const grant = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    const taken = await post(service, '/oauth2/token', grant, site.headers)
    assert.deepEqual([taken.status, taken.json.error], [400, 'invalid_grant'])
    assert.equal((await refresh(service, tokens.refresh_token)).status, 200)
    const { device_code, user_code } = await startDevice(service, 'openid')
    await allow(service, account, user_code)
    const redeemed = await post(
      service,
      '/oauth2/token',
      { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code },
      site.headers,
    )
    assert.deepEqual([redeemed.status, redeemed.json.error], [400, 'invalid_grant'])
    assert.equal((await redeem(service, device_code)).status, 200)
  })

  test('only confidential clients can introspect tokens', async () => {
    const service = await shared()
    const account = await service.account()
    const site = await confidential(service)
    const { access_token, refresh_token } = await deviceTokens(service, account)
    const { exp, iat, ...rest } = (await introspect(service, access_token, site.headers)).json
    assert.deepEqual(rest, {
      active: true,
      sub: account.id,
      username: account.username,
      client_id: 'launchers',
      scope: 'openid offline_access game_server_session',
      iss: service.baseUrl,
      token_type: 'Bearer',
    })
    assert.equal(exp - iat, 86_400)
    assert.equal((await introspect(service, refresh_token, site.headers)).json.active, true)
    const dead = await introspect(service, 'x'.repeat(43), site.headers)
    assert.deepEqual([dead.status, dead.text], [200, '{"active":false}'])
    const open = await post(service, '/oauth2/introspect', { token: access_token, client_id: 'launchers' })
    assert.deepEqual([open.status, open.text], [200, '{"active":false}'])
    const wrong = await introspect(service, access_token, basic(site.id, `${site.secret}x`))
    assert.deepEqual([wrong.status, wrong.json.error], [401, 'invalid_client'])
    assert.match(wrong.headers.get('www-authenticate') ?? '', /^Basic /)
  })

  test('a confidential client can get a token for itself, which joins nowhere', async () => {
    const service = await shared()
    const site = await confidential(service)
    const grant = { grant_type: 'client_credentials' }
    const answer = await post(service, '/oauth2/token', grant, site.headers)
    const { access_token, ...rest } = answer.json
    assert.deepEqual(rest, { expires_in: 3600, token_type: 'Bearer' })
    const inForm = { ...grant, client_id: site.id, client_secret: site.secret }
    assert.equal((await post(service, '/oauth2/token', inForm)).status, 200)
    assert.equal((await service.post('/auth/validate', { accessToken: access_token })).status, 401)
    const { active, client_id, sub } = (await introspect(service, access_token, site.headers)).json
    assert.deepEqual([active, client_id, sub], [true, site.id, undefined])
    await post(service, '/oauth2/revoke', { token: access_token }, site.headers)
    assert.equal((await introspect(service, access_token, site.headers)).json.active, false)
    for (const scope of ['nonsense', 'account_info', 'game_server_session', 'openid nonsense']) {
      const refused = await post(service, '/oauth2/token', { ...grant, scope }, site.headers)
      assert.deepEqual([refused.status, refused.json.error], [400, 'invalid_scope'], scope)
    }
    const secret = await renewSecret(service.context, operator, site.id)
    assert.equal((await post(service, '/oauth2/token', grant, site.headers)).status, 401)
    assert.equal((await post(service, '/oauth2/token', grant, basic(site.id, secret))).status, 200)
    const open = await post(service, '/oauth2/token', { ...grant, client_id: 'launchers' })
    assert.equal(open.status, 400)
  })
})
