// Applications of accounts with several players: what tokens tell and can do, and what ends them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { deleteAccount } from '../../../src/domain/accounts/delete.ts'
import { requestDeletion } from '../../../src/domain/accounts/own-deletion.ts'
import { setPassword } from '../../../src/domain/accounts/set-password.ts'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { joinAccount } from '../../../src/domain/characters/join.ts'
import { partCharacter } from '../../../src/domain/characters/part.ts'
import { createGroup } from '../../../src/domain/community/groups.ts'
import { addMembers, removeMembers } from '../../../src/domain/community/members.ts'
import { renameAccount } from '../../../src/domain/names/rename.ts'
import { changeClient } from '../../../src/domain/oauth/change-client.ts'
import { allowDevice, waitingDevice } from '../../../src/domain/oauth/devices.ts'
import { revokeTokens } from '../../../src/domain/tokens/held-tokens.ts'
import { hyphenatedUuid } from '../../../src/lib/crypto/uuid.ts'
import type { Account } from '../../../src/model/accounts/account.ts'
import { addCharacter, choosePrimary } from '../../characters.ts'
import { joinProfileForeign, refused } from '../../http/answers.ts'
import { makePng, noise } from '../../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'
import {
  agree,
  choiceOf,
  claimsIn,
  codeIn,
  type Family,
  family,
  isValid,
  playing,
  publicApplication,
  signInAs,
  subOf,
} from '../../web/play-as.ts'
import {
  application,
  authorizePath,
  post,
  redeem,
  redeemCode,
  refresh,
  startDevice,
  type Tokens,
} from './oauth.ts'

const everything = `${playing} profile email account_info account_email groups profile_write Yggdrasil.PlayerProfiles.Select Yggdrasil.PlayerProfiles.Read`

const userinfo = (service: RunningService, token: string) =>
  service.get('/oauth2/userinfo', { headers: { authorization: `Bearer ${token}` } })

let groups = 0

onEveryDatabase('an application of a character', (_start, shared) => {
  test('learns about the character, and from the account only what belongs to that, wherever it asks', async () => {
    const service = await shared()
    const { context } = service
    const { account, anna, browser } = await family(service)
    const stored = await service.stored(account)
    const group = `crew-o${++groups}`
    await createGroup(context, operator, { name: group })
    await addMembers(context, operator, group, [stored])
    const app = await application(service)
    const config = await oidc.discovery(
      new URL(service.baseUrl),
      app.id,
      undefined,
      oidc.ClientSecretBasic(app.secret),
      { execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks] },
    )
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
    const [expectedState, expectedNonce] = [oidc.randomState(), oidc.randomNonce()]
    const url = oidc.buildAuthorizationUrl(config, {
      redirect_uri: app.redirectUri,
      scope: everything,
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
      nonce: expectedNonce,
    })
    const page = await browser.get(url.pathname + url.search)
    const { sentTo } = await agree(browser, page, anna)
    assert.ok(sentTo)
    const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true }
    const tokens = await oidc.authorizationCodeGrant(config, sentTo, checks)
    const keys = createRemoteJWKSet(new URL(`${service.baseUrl}/oauth2/jwks`))

    const profile = { id: anna.id, name: anna.username }
    const expected: Record<string, unknown> = {
      sub: anna.id,
      id: anna.id,
      uuid: hyphenatedUuid(anna.id),
      username: anna.username,
      registeredAt: Math.floor(anna.createdAt / 1000),
      preferredLanguage: stored.language,
      email: account.email,
      email_verified: stored.isEmailConfirmed,
      preferred_username: anna.username,
      name: anna.username,
      picture: `${context.baseUrl()}/skinsystem/face/${anna.id}.png`,
      locale: stored.language,
      selectedProfile: profile,
      availableProfiles: [profile],
      groups: [group],
    }
    const told = async (accessToken: string, idToken: string) => {
      const { payload } = await jwtVerify(idToken, keys, { issuer: context.baseUrl(), audience: app.id })
      const info = await oidc.fetchUserInfo(config, accessToken, anna.id)
      for (const [name, value] of Object.entries(expected)) {
        assert.deepEqual([payload[name], info[name]], [value, value], name)
      }
      const about = await post(service, '/oauth2/introspect', { token: accessToken }, app.headers)
      assert.deepEqual(
        [about.json.active, about.json.sub, about.json.username],
        [true, anna.id, expected['username']],
      )
      const whole = JSON.stringify([payload, info, about.json])
      assert.ok(
        !whole.includes(account.id) && !whole.includes(account.username),
        'nothing of the other players',
      )
    }
    await told(tokens.access_token, tokens.id_token ?? '')
    await choosePrimary(service, anna)
    let { refresh_token } = tokens
    for (const name of [anna.username, `${anna.username}x`]) {
      if (name !== anna.username) {
        await renameAccount(context, operator, anna, name)
        for (const key of ['username', 'preferred_username', 'name']) expected[key] = name
        const renamed = { id: anna.id, name }
        Object.assign(expected, { selectedProfile: renamed, availableProfiles: [renamed] })
      }
      const next = await oidc.refreshTokenGrant(config, refresh_token ?? '')
      await told(next.access_token, next.id_token ?? '')
      refresh_token = next.refresh_token
    }
    const aboutRefresh = await post(
      service,
      '/oauth2/introspect',
      { token: refresh_token ?? '' },
      app.headers,
    )
    assert.equal(aboutRefresh.json.sub, anna.id)
  })

  test('joins and dresses that player alone', async () => {
    const service = await shared()
    const { account, anna, ben, browser } = await family(service)
    const app = await publicApplication(service)
    const { access_token: accessToken } = await signInAs(service, browser, app, anna, {
      scope: `${playing} profile_write`,
    })
    const join = (player: Pick<Account, 'id'>) =>
      service.post('/session/join', { accessToken, selectedProfile: player.id, serverId: `at ${player.id}` })
    assert.equal((await join(anna)).status, 200)
    const found = await service.get(`/session/hasJoined?username=${anna.username}&serverId=at%20${anna.id}`)
    assert.equal(found.json.id, anna.id)
    for (const other of [account, ben]) {
      refused(await join(other), joinProfileForeign)
      const asked = await service.get(
        `/session/hasJoined?username=${other.username}&serverId=at%20${other.id}`,
      )
      assert.notEqual(asked.status, 200)
    }
    const headers = { authorization: `Bearer ${accessToken}` }
    const own = await service.get('/minecraftservices/minecraft/profile', { headers })
    assert.deepEqual([own.json.id, own.json.name], [anna.id, anna.username])
    const body = () => {
      const form = new FormData()
      form.set('model', 'slim')
      form.set(
        'file',
        new Blob([new Uint8Array(makePng(64, 64, noise(1)))], { type: 'image/png' }),
        'skin.png',
      )
      return form
    }
    const dress = (player: Pick<Account, 'id'>) =>
      service.request(`/api/user/profile/${player.id}/skin`, { method: 'PUT', headers, body: body() })
    for (const other of [account, ben]) assert.notEqual((await dress(other)).status, 204)
    assert.equal((await dress(anna)).status, 204)
    const skinOf = async (player: Pick<Account, 'id'>) => (await service.stored(player)).textures.skin
    assert.deepEqual([await skinOf(account), await skinOf(ben)], [undefined, undefined])
    assert.ok(await skinOf(anna))
  })

  test('looks at the groups of the account', async () => {
    const service = await shared()
    const { context } = service
    const { account, anna, browser } = await family(service)
    const group = `crew-o${++groups}`
    await createGroup(context, operator, { name: group })
    const app = await application(service)
    await changeClient(context, operator, app.id, { groups: [group] })
    assert.equal((await browser.get(authorizePath(app, { scope: playing }))).status, 403)
    await addMembers(context, operator, group, [await service.stored(account)])
    const tokens = await signInAs(service, browser, app, anna)
    assert.equal((await userinfo(service, tokens.access_token)).status, 200)
    const about = await post(service, '/oauth2/introspect', { token: tokens.access_token }, app.headers)
    assert.equal(about.json.active, true)
    const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    const next = await post(service, '/oauth2/token', fields, app.headers)
    assert.equal(next.status, 200)
    await removeMembers(context, operator, group, [await service.stored(account)])
    assert.ok(!(await isValid(service, next.json.access_token)))
    const late = { grant_type: 'refresh_token', refresh_token: next.json.refresh_token }
    assert.equal((await post(service, '/oauth2/token', late, app.headers)).json.error, 'invalid_grant')
  })

  test('may name a player by an ID token: of the agreement without a page, of another one with a choice', async () => {
    const service = await shared()
    const { anna, ben, browser } = await family(service)
    const app = await application(service)
    const native = await publicApplication(service)
    const ofBen = await signInAs(service, browser, app, ben)
    const ofAnna = await signInAs(service, browser, app, anna, { prompt: 'consent' })
    const hint = ({ id_token }: Tokens) => ({ id_token_hint: id_token })
    const silent = { prompt: 'none', scope: 'openid' }
    const right = await browser.get(authorizePath(app, { ...silent, ...hint(ofAnna) }))
    assert.equal(subOf((await redeemCode(service, app, codeIn(right))).json), anna.id)
    const wrong = await browser.get(authorizePath(app, { ...silent, ...hint(ofBen) }))
    assert.equal(wrong.sentTo?.searchParams.get('error'), 'login_required')
    const asked = await browser.get(authorizePath(app, { scope: playing, ...hint(ofBen) }))
    assert.equal(choiceOf(asked)?.players.length, 3, asked.heading)
    assert.equal(
      subOf((await redeemCode(service, app, codeIn(await agree(browser, asked, ben)))).json),
      ben.id,
    )
    for (const player of [anna, ben]) {
      const tokens = await signInAs(service, browser, native, player)
      const page = await browser.get(authorizePath(native, { scope: playing, ...hint(tokens) }))
      const answer = await redeemCode(service, native, codeIn(await agree(browser, page, anna)))
      assert.equal(subOf(answer.json), anna.id)
    }
    const stranger = await family(service)
    const theirs = await stranger.browser.get(authorizePath(app, { scope: playing, ...hint(ofAnna) }))
    assert.equal(theirs.heading, 'Sign in', 'somebody else’s')
  })

  test('asks for a fresh sign-in like any other, and learns when it was', async () => {
    const service = await shared()
    const { account, anna, browser } = await family(service)
    const app = await application(service)
    await signInAs(service, browser, app, anna)
    service.advance(10_000)
    const signIn = await browser.get(authorizePath(app, { scope: 'openid', max_age: '5' }))
    assert.equal(signIn.heading, 'Sign in')
    const { username: login, password } = account
    const back = await browser.send(signIn, '/sign-in', { login, password })
    const { id_token } = (await redeemCode(service, app, codeIn(back))).json
    const { sub, auth_time } = claimsIn(id_token)
    assert.equal(sub, anna.id)
    assert.ok(Math.abs(auth_time - Date.now() / 1000) < 5)
  })

  test('signs the person out with its ID token, and only its own player out of a launcher', async () => {
    const service = await shared()
    const { account, anna, ben, browser } = await family(service)
    const app = await publicApplication(service)
    const [ofAnna, ofBen] = [
      await signInAs(service, browser, app, anna),
      await signInAs(service, browser, app, ben),
    ]
    const asked = new URLSearchParams({ id_token_hint: ofAnna.id_token })
    const left = await browser.get(`/oauth2/end-session?${asked}`)
    assert.equal(left.heading, 'Sign in', 'without a question')
    assert.deepEqual(
      [await isValid(service, ofAnna.access_token), await isValid(service, ofBen.access_token)],
      [false, true],
    )
    // Without the token a person answers, for all players.
    await browser.signIn(account)
    const question = await browser.get(`/oauth2/end-session?client_id=${app.id}`)
    assert.equal(question.heading, 'Sign out?')
    await browser.send(question, '/oauth2/end-session/confirm')
    assert.ok(!(await isValid(service, ofBen.access_token)))
    const stranger = await family(service)
    const theirs = await stranger.browser.get(`/oauth2/end-session?${asked}`)
    assert.equal(theirs.heading, 'Sign out?', 'somebody else’s')
  })
})

type Event = (service: RunningService, given: Family) => Promise<unknown>

/** Events that end everything of all players. */
const endsAll: Readonly<Record<string, Event>> = {
  'a password that an operator sets': async (service, { account }) =>
    setPassword(service.context, operator, await service.stored(account), 'another sentence'),
  'sign out everywhere': async (_, { browser }) =>
    browser.send(await browser.get('/account/devices'), '/account/devices'),
  'token revoke of the account': async (service, { account }) =>
    revokeTokens(service.context, operator, await service.stored(account)),
  'a suspension of the account': ({ context }, { anna }) => suspendAccount(context, operator, anna, {}),
  'a deletion of the account that was asked for': async (service, { account }) =>
    requestDeletion(service.context, operator, await service.stored(account), { withCharacters: true }),
  'deletion of the account': async (service, { account }) =>
    deleteAccount(service.context, operator, await service.stored(account), { withCharacters: true }),
}

/** Events that end what Anna has. */
const endsOne: Readonly<Record<string, Event>> = {
  'its signout': (service, { account, anna }) =>
    service.post('/auth/signout', { username: anna.username, password: account.password }),
  'its suspension': ({ context }, { anna }) => suspendAccount(context, operator, anna, {}, { only: true }),
  'its token revoke': ({ context }, { anna }) => revokeTokens(context, operator, anna),
  'its deletion that was asked for': ({ context }, { anna }) => requestDeletion(context, operator, anna),
  'its deletion': ({ context }, { anna }) => deleteAccount(context, operator, anna),
  'its parting': ({ context }, { anna }) => partCharacter(context, operator, anna),
}

const endsNone: Readonly<Record<string, Event>> = {
  'another primary player': (service, { anna }) => choosePrimary(service, anna),
  'a new character': (service, { account }) =>
    addCharacter(service, account, `New_${account.username.slice(-8)}`),
  'its new name': ({ context }, { anna }) => renameAccount(context, operator, anna, `${anna.username}y`),
}

onEveryDatabase('the access of an application to a character', (_start, shared) => {
  /** Tokens, a code and a device on their way, of a player. */
  async function holding(service: RunningService, { browser }: Family, player: Pick<Account, 'id'>) {
    const app = await publicApplication(service)
    const tokens = await signInAs(service, browser, app, player)
    const spare = await signInAs(service, browser, app, player)
    const page = await browser.get(authorizePath(app, { scope: playing }))
    const code = codeIn(await agree(browser, page, player))
    const { device_code, user_code } = await startDevice(service, playing, app.id)
    const asked = await browser.send(await browser.get('/device'), '/device', { code: user_code })
    const connected = await browser.send(asked, '/device/answer', { answer: 'allow', player: player.id })
    assert.equal(connected.heading, 'Device connected')
    return async () => [
      await isValid(service, tokens.access_token),
      (await userinfo(service, tokens.access_token)).status === 200,
      (await refresh(service, spare.refresh_token, app.id)).status === 200,
      (await redeemCode(service, app, code)).status === 200,
      (await redeem(service, device_code, app.id)).status === 200,
    ]
  }
  const all = [true, true, true, true, true]
  const none = all.map(() => false)

  for (const [kind, events, ofAnna, ofOwn] of [
    ['all players', endsAll, none, none],
    ['it alone', endsOne, none, all],
    ['nobody', endsNone, all, all],
  ] as const) {
    for (const [name, happen] of Object.entries(events)) {
      test(`ends for ${kind} with ${name}`, async () => {
        const service = await shared()
        // Looking at codes of devices is limited.
        service.advance(60_000)
        const given = await family(service)
        const [anna, own] = [
          await holding(service, given, given.anna),
          await holding(service, given, given.account),
        ]
        await happen(service, given)
        assert.deepEqual([await anna(), await own()], [ofAnna, ofOwn])
      })
    }
  }

  test('ends with an account that becomes a character, which can be chosen from then on', async () => {
    const service = await shared()
    service.advance(60_000)
    const [owner, joiner] = [await family(service), await family(service)]
    const { context } = service
    for (const { id } of [joiner.anna, joiner.ben]) await partCharacter(context, operator, { id })
    const app = await application(service)
    const held = await holding(service, joiner, joiner.account)
    const before = await signInAs(service, joiner.browser, app, joiner.account)
    await joinAccount(context, operator, joiner.account, { owner: owner.account, dropEmail: true })
    assert.deepEqual(await held(), none)
    assert.ok(!(await isValid(service, before.access_token)))
    assert.equal(subOf(await signInAs(service, owner.browser, app, joiner.account)), joiner.account.id)
  })

  test('is not given after the account was read, if anything has ended meanwhile', async () => {
    const service = await shared()
    const { context } = service
    for (const [reason, happen] of [
      ...Object.values(endsAll).map((event) => ['player_unavailable', event] as const),
      ['player_unavailable', endsOne['its suspension']],
      ['player_unavailable', endsOne['its deletion that was asked for']],
      ['player_unavailable', endsOne['its deletion']],
      ['player_unavailable', endsOne['its parting']],
    ] as const) {
      const given = await family(service)
      const account = await service.stored(given.account)
      const { user_code, device_code } = await startDevice(service, playing)
      const device = await waitingDevice(context, user_code)
      await happen?.(service, given)
      const answered = allowDevice(context, device, account, {
        player: given.anna,
        signedInAt: service.now(),
        address: '192.0.2.7',
      })
      await assert.rejects(answered, { reason })
      assert.equal((await redeem(service, device_code)).json.error, 'authorization_pending')
    }
    const [one, other] = [await family(service), await family(service)]
    const { user_code } = await startDevice(service, playing)
    const foreign = allowDevice(
      context,
      await waitingDevice(context, user_code),
      await service.stored(one.account),
      {
        player: other.anna,
        signedInAt: service.now(),
        address: '192.0.2.7',
      },
    )
    await assert.rejects(foreign, { reason: 'player_unavailable' })
  })
})
