// The vendor's newer routes below the authlib-injector root: lookups, the player's own profile, attributes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAccount } from '../../../src/domain/accounts/find.ts'
import { restoreAccount, suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { addBan } from '../../../src/domain/operation/bans.ts'
import { makePng, noise } from '../../png.ts'
import { type Answer, onEveryDatabase, operator, type RunningService } from '../../service.ts'
import { deviceTokens } from '../oauth2/oauth.ts'

const context = '/authlib-injector/minecraftservices'
const day = 86_400_000

/** A refusal in the newer form, in which the path of the request comes first. */
function refused(
  answer: Answer,
  status: number,
  path: string,
  error: string,
  errorMessage: string,
  more = {},
) {
  const body = { path: `${context}${path}`, error, errorMessage, ...more }
  assert.deepEqual([answer.status, answer.text], [status, JSON.stringify(body)], path)
  assert.equal(answer.headers.get('content-type'), 'application/json', path)
  assert.equal(answer.headers.get('www-authenticate'), null, path)
}

const unauthorized = (answer: Answer, path: string) =>
  refused(answer, 401, path, 'UnauthorizedOperationException', 'Unauthorized')

async function player(service: RunningService, overrides = {}) {
  const account = await service.account(overrides)
  const token = await service.signIn(account)
  const headers = { authorization: `Bearer ${token}` }
  const ask = (path: string, init: RequestInit = {}) =>
    service.request(`${context}${path}`, { ...init, headers: { ...headers, ...(init.headers as object) } })
  return { ...account, token, ask }
}

async function stored(service: RunningService, { id }: { id: string }) {
  const account = await findAccount(service.context, id)
  assert.ok(account)
  return account
}

onEveryDatabase("the vendor's services: lookups", (start) => {
  test('by name, by UUID and in bulk; an unknown player is 404, not 204', async () => {
    const service = await start()
    const { id } = await service.account({ username: 'Steve' })
    const steve = { id, name: 'Steve' }
    const get = (path: string) => service.get(`${context}/game/profile/lookup${path}`)
    for (const path of ['/name/Steve', '/name/sTEVE', `/${id}`, `/${id.toUpperCase()}`, `/${id}/`]) {
      const answer = await get(path)
      assert.deepEqual([answer.status, answer.json], [200, steve], path)
      assert.equal(answer.headers.get('content-type'), 'application/json')
    }
    for (const path of ['/name/nobody', '/name/a%20b', `/${'ab'.repeat(16)}`]) {
      refused(await get(path), 404, `/game/profile/lookup${path}`, 'NOT_FOUND', 'Not Found')
    }
    refused(
      await get('/steve?x=y'),
      400,
      '/game/profile/lookup/steve',
      'CONSTRAINT_VIOLATION',
      'Invalid uuid format.',
    )
    const bulk = '/game/profile/lookup/bulk/byname'
    const found = await service.post(`${context}${bulk}`, ['nobody', 'STEVE', 'steve'])
    assert.deepEqual([found.status, found.json], [200, [steve]])
    const many = Array.from({ length: 101 }, (_, index) => `name${index}`)
    refused(
      await service.post(`${context}${bulk}`, many),
      400,
      bulk,
      'CONSTRAINT_VIOLATION',
      'Not more than that 100 profile names per call is allowed.',
    )
    assert.equal((await service.post(`${context}${bulk}`, {})).status, 400)
  })

  test('a banned client is refused here too, but only for lookups', async () => {
    const service = await start()
    const { id, ask } = await player(service)
    await addBan(service.context, operator, '127.0.0.1')
    const message = 'Too many lookups came from this address. Try again later.'
    for (const path of [`/game/profile/lookup/${id}`, '/game/profile/lookup/name/x']) {
      refused(await ask(path), 403, path, 'ForbiddenOperationException', message)
    }
    assert.equal((await ask('/game/profile')).status, 200)
    assert.equal((await ask('/player/attributes')).status, 200)
  })

  test('the discovery document lists existing addresses', async () => {
    const service = await start({ NORN_GAME: 'chess' })
    const { id } = await service.account({ username: 'Steve' })
    const { status, json } = await service.get('/authlib-injector/discovery')
    assert.deepEqual([status, json.product], [200, 'chess'])
    const { authentication, session, player: own, profiles } = json.discovery
    const addressOf = (group: { endpoints: Record<string, { uri: string }> }, name: string) =>
      group.endpoints[name]?.uri
        .replace(service.baseUrl, '')
        .replace('{profileId}', id)
        .replace('{name}', 'Steve')
    const answers = {
      [addressOf(authentication, 'getPublicKeys') ?? '']: 200,
      [addressOf(session, 'getProfileById') ?? '']: 200,
      [addressOf(session, 'verify') ?? '']: 400,
      [addressOf(session, 'join') ?? '']: 405,
      [addressOf(own, 'getAttributes') ?? '']: 401,
      [addressOf(own, 'getBlocklist') ?? '']: 401,
      [addressOf(own, 'getCertificates') ?? '']: 405,
      [addressOf(own, 'sendReport') ?? '']: 404,
      [addressOf(profiles, 'getManyByName') ?? '']: 405,
      [addressOf(profiles, 'getByName') ?? '']: 200,
    }
    assert.equal(Object.keys(answers).length, 10)
    for (const [path, expected] of Object.entries(answers)) {
      assert.equal((await service.get(path)).status, expected, path)
    }
    assert.deepEqual(profiles.endpoints.getTexture.validUris, [`${service.baseUrl}/textures/{textureId}`])
  })

  test('an unknown path and a wrong method are refused in the same form', async () => {
    const service = await start()
    refused(await service.get(`${context}/nowhere`), 404, '/nowhere', 'NOT_FOUND', 'Not Found')
    const answer = await service.post(`${context}/publickeys`, {})
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD'])
    assert.equal(answer.json.path, `${context}/publickeys`)
  })
})

onEveryDatabase("the vendor's services: the player's own profile", (start) => {
  test('without a valid token everything is 401', async () => {
    const service = await start()
    const { token, ask } = await player(service)
    const requests: [string, string][] = [
      ['GET', '/game/profile'],
      ['GET', '/game/profile/namechange'],
      ['GET', '/game/profile/name/Alex/available'],
      ['PUT', '/game/profile/name/Alex'],
      ['POST', '/game/profile/skins'],
      ['DELETE', '/game/profile/skins/active'],
      ['DELETE', '/game/profile/capes/active'],
      ['PUT', '/game/profile/capes/active'],
      ['GET', '/player/attributes'],
      ['GET', '/privileges'],
      ['GET', '/privacy/blocklist'],
      ['POST', '/player/certificates'],
    ]
    for (const [method, path] of requests) {
      unauthorized(await service.request(`${context}${path}`, { method }), path)
    }
    await service.post('/auth/invalidate', { accessToken: token, clientToken: 'launcher' })
    for (const [method, path] of requests.filter(([, path]) => path !== '/game/profile/skins')) {
      unauthorized(await ask(path, { method }), path)
    }
  })

  test('is read, gets a skin, and loses skin and cape', async () => {
    const service = await start()
    const { id, ask } = await player(service, { username: 'Steve' })
    const bare = { id, name: 'Steve', skins: [], capes: [], profileActions: {} }
    assert.deepEqual((await ask('/game/profile')).json, bare)

    const fields = new FormData()
    fields.append('variant', 'slim')
    fields.append('file', new Blob([new Uint8Array(makePng(64, 64, noise(3)))]), 'skin.png')
    const dressed = await ask('/game/profile/skins', { method: 'POST', body: fields })
    assert.equal(dressed.status, 200, dressed.text)
    const [skin] = dressed.json.skins
    assert.deepEqual([skin.state, skin.variant], ['ACTIVE', 'SLIM'])
    assert.deepEqual(Object.keys(skin), ['id', 'state', 'url', 'textureKey', 'variant'])
    assert.match(skin.id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.equal(skin.url, `${service.baseUrl}/textures/${skin.textureKey}`)
    assert.deepEqual((await ask('/game/profile')).json, dressed.json)

    const byUrl = await ask('/game/profile/skins', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ variant: 'classic', url: `${service.baseUrl}/healthz` }),
    })
    assert.deepEqual([byUrl.status, byUrl.json.error], [400, 'CONSTRAINT_VIOLATION'])

    assert.deepEqual((await ask('/game/profile/skins/active', { method: 'DELETE' })).json, bare)
    const hidden = await ask('/game/profile/capes/active', { method: 'DELETE' })
    assert.deepEqual([hidden.status, hidden.json], [200, bare])
  })

  test('a name changes immediately, and again only after the cooldown', async () => {
    const service = await start({ NORN_USERNAME_COOLDOWN: '10d' })
    const { id, ask } = await player(service, { username: 'Steve' })
    await service.account({ username: 'Alex' })
    const change = (name: string) => ask(`/game/profile/name/${name}`, { method: 'PUT' })
    const available = async (name: string) => (await ask(`/game/profile/name/${name}/available`)).json.status
    assert.deepEqual(await Promise.all(['Herobrine', 'ALEX', 'a%20b', 'Steve', 'STEVE'].map(available)), [
      'AVAILABLE',
      'DUPLICATE',
      'NOT_ALLOWED',
      'DUPLICATE',
      'AVAILABLE',
    ])
    service.advance(1000)
    const path = '/game/profile/name'
    const taken = { details: { status: 'DUPLICATE' } }
    refused(await change('ALEX'), 403, `${path}/ALEX`, 'FORBIDDEN', 'The name is taken.', taken)
    const notAllowed = { details: { status: 'NOT_ALLOWED' } }
    refused(
      await change('a%20b'),
      400,
      `${path}/a%20b`,
      'CONSTRAINT_VIOLATION',
      'Invalid profile name',
      notAllowed,
    )
    const created = new Date(service.now() - 1000).toISOString()
    assert.deepEqual((await ask('/game/profile/namechange')).json, {
      createdAt: created,
      nameChangeAllowed: true,
    })
    const changed = await change('Herobrine')
    assert.deepEqual([changed.status, changed.json.name, changed.json.id], [200, 'Herobrine', id])
    const changedAt = new Date(service.now()).toISOString()
    service.advance(10 * day - 1)
    assert.deepEqual((await ask('/game/profile/namechange')).json, {
      createdAt: created,
      changedAt,
      nameChangeAllowed: false,
    })
    const lately = 'The name was changed too lately.'
    refused(await change('Notch'), 403, `${path}/Notch`, 'FORBIDDEN', lately, notAllowed)
    assert.equal((await ask('/game/profile')).json.name, 'Herobrine')
    service.advance(1)
    assert.equal((await change('Notch')).json.name, 'Notch')
    // Names that are held for the player are exempt from the cooldown.
    assert.deepEqual(await Promise.all(['STEVE', 'herobrine'].map(available)), ['AVAILABLE', 'AVAILABLE'])
    assert.equal((await change('Steve')).json.name, 'Steve')
  })

  test('of several simultaneous changes of a name, one succeeds', async () => {
    const service = await start()
    const { ask } = await player(service)
    service.advance(1000)
    const names = Array.from({ length: 8 }, (_, index) => `Name_${index}`)
    const answers = await Promise.all(
      names.map((name) => ask(`/game/profile/name/${name}`, { method: 'PUT' })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(403)])
  })
})

onEveryDatabase("the vendor's services: attributes", (start) => {
  const allowed = {
    onlineChat: { enabled: true },
    multiplayerServer: { enabled: true },
    multiplayerRealms: { enabled: false },
    telemetry: { enabled: false },
    optionalTelemetry: { enabled: false },
  }
  const denied = { ...allowed, multiplayerServer: { enabled: false } }

  test('a player has privileges, no bans and an empty block list', async () => {
    const service = await start()
    const { ask } = await player(service)
    const attributes = await ask('/player/attributes')
    assert.deepEqual(
      [attributes.status, attributes.json],
      [
        200,
        {
          privileges: allowed,
          profanityFilterPreferences: { profanityFilterOn: false },
          friendsPreferences: { friends: 'ENABLED', acceptInvites: 'ENABLED' },
          banStatus: { bannedScopes: {} },
        },
      ],
    )
    assert.equal(attributes.headers.get('cache-control'), 'no-store')
    assert.deepEqual((await ask('/privileges')).json, { privileges: allowed })
    assert.deepEqual((await ask('/privacy/blocklist')).json, { blockedProfiles: [] })
  })

  test('a suspended player is told the reason and the end, though the token is no longer valid', async () => {
    const service = await start()
    const account = await player(service)
    const { ask } = account
    const until = service.now() + 3 * day
    await suspendAccount(service.context, operator, await stored(service, account), {
      reason: 'griefing',
      until,
    })
    const attributes = await ask('/player/attributes')
    assert.equal(attributes.status, 200)
    assert.deepEqual(attributes.json.privileges, denied)
    const { banId, ...ban } = attributes.json.banStatus.bannedScopes.MULTIPLAYER
    assert.match(banId, /^[0-9a-f]{32}$/)
    // The game shows reasonMessage if it has no text of its own for the number.
    assert.deepEqual(ban, {
      expires: new Date(until).toISOString(),
      reason: '0',
      reasonMessage: 'griefing',
    })
    assert.deepEqual((await ask('/privileges')).json, { privileges: denied })
    for (const [method, path] of [
      ['GET', '/game/profile'],
      ['GET', '/privacy/blocklist'],
      ['POST', '/player/certificates'],
    ] as const) {
      unauthorized(await ask(path, { method }), path)
    }

    // After the suspension, the token stays invalid.
    service.advance(3 * day)
    unauthorized(await ask('/player/attributes'), '/player/attributes')
  })

  test('a token of an application reveals a suspension too', async () => {
    const service = await start()
    const account = await service.account()
    const scope = 'openid game_server_session'
    const { access_token: token } = await deviceTokens(service, account, scope)
    await suspendAccount(service.context, operator, await stored(service, account), { reason: 'griefing' })
    const headers = { authorization: `Bearer ${token}` }
    const answer = await service.request(`${context}/player/attributes`, { headers })
    assert.equal(answer.json.banStatus.bannedScopes.MULTIPLAYER.reasonMessage, 'griefing')
  })

  test('a suspension without an end or a reason shows neither, and only holders of a token learn of it', async () => {
    const service = await start()
    const account = await player(service)
    const { ask, token } = account
    await suspendAccount(service.context, operator, await stored(service, account), {})
    const { bannedScopes } = (await ask('/player/attributes')).json.banStatus
    assert.deepEqual(Object.keys(bannedScopes.MULTIPLAYER), ['banId', 'reason'])
    const forged = `${token.slice(0, -8)}AAAAAAAA`
    const headers = { authorization: `Bearer ${forged}` }
    unauthorized(await service.request(`${context}/player/attributes`, { headers }), '/player/attributes')
    for (const authorization of [token, `Basic ${token}`, `Token ${token}`]) {
      const init = { headers: { authorization } }
      unauthorized(await service.request(`${context}/player/attributes`, init), '/player/attributes')
    }
    await restoreAccount(service.context, operator, await stored(service, account))
    unauthorized(await ask('/player/attributes'), '/player/attributes')
    await suspendAccount(service.context, operator, await stored(service, account), {})
    service.advance(31 * day)
    unauthorized(await ask('/player/attributes'), '/player/attributes')
  })
})
