// Game servers: what a root answers, who may join through it, and what its key grants.
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { createGroup, deleteGroup } from '../../src/domain/community/groups.ts'
import { addMembers, removeMembers } from '../../src/domain/community/members.ts'
import { removeServer } from '../../src/domain/community/removed-servers.ts'
import { rotateServer } from '../../src/domain/community/server-keys.ts'
import { addServer, findServer, pauseServer, setServer } from '../../src/domain/community/servers.ts'
import { type Answer, onEveryDatabase, operator, type RunningService, startService } from '../service.ts'
import { adminClient } from '../wire/admin/api.ts'

/** A player with a launcher, who can join any server. */
async function playerOf(service: RunningService, username: string) {
  const account = await service.account({ username })
  const accessToken = await service.signIn(account)
  return {
    ...account,
    join: async (serverId = 'hash') => {
      const answer = await service.post('/session/join', {
        accessToken,
        selectedProfile: account.id,
        serverId,
      })
      assert.equal(answer.status, 200, answer.text)
    },
  }
}

const pathOf = (root: string): string => new URL(root).pathname

/** The request of a server in each layout, and the refusal of each layout. */
const layouts = {
  native: { path: (name: string) => `/session/hasJoined?username=${name}&serverId=hash`, no: 401 },
  vendor: { path: (name: string) => `/session/minecraft/hasJoined?username=${name}&serverId=hash`, no: 204 },
  'authlib-injector': {
    path: (name: string) =>
      `/authlib-injector/sessionserver/session/minecraft/hasJoined?username=${name}&serverId=hash`,
    no: 204,
  },
  appended: {
    path: (name: string) => `/sessionserver/session/minecraft/hasJoined?username=${name}&serverId=hash`,
    no: 204,
  },
  legacy: { path: (name: string) => `/session/legacy/hasJoined?user=${name}&serverId=hash`, no: 200 },
} as const

const essence = ({ status, headers, text }: Answer) => [status, headers.get('content-type'), text]

async function scene(service: RunningService, given: { groups?: string[] } = {}) {
  const { context } = service
  for (const name of given.groups ?? []) await createGroup(context, operator, { name })
  const { root } = await addServer(context, operator, { name: 'survival', ...given })
  assert.match(root, new RegExp(`^${service.baseUrl}/at/[\\w-]{22,}$`))
  const at = pathOf(root)
  return {
    root,
    at,
    ask: (layout: keyof typeof layouts, name: string) => service.get(at + layouts[layout].path(name)),
  }
}

onEveryDatabase('game servers', (start, _shared, kind) => {
  test('every layout answers below a root as it does without one, byte for byte', async () => {
    const service = await start()
    const { at } = await scene(service)
    const steve = await playerOf(service, 'Steve')
    for (const [name, { path, no }] of Object.entries(layouts)) {
      await steve.join()
      const plain = await service.get(path('Steve'))
      await steve.join()
      const below = await service.get(at + path('Steve'))
      assert.deepEqual(essence(below), essence(plain), name)
      assert.equal(below.status, 200, name)
      const [again, plainAgain] = [await service.get(at + path('Steve')), await service.get(path('Steve'))]
      assert.deepEqual(essence(again), essence(plainAgain), `${name}: no`)
      assert.equal(again.status, no, name)
    }
    const same = [
      `/api/users/profiles/game/Steve`,
      `/users/profiles/minecraft/Steve`,
      `/session/profile/${steve.id}`,
      `/session/minecraft/profile/${steve.id}?unsigned=false`,
      `/authlib-injector/`,
      `/authlib-injector/minecraftservices/publickeys`,
      `/minecraftservices/publickeys`,
      `/minecraft/profile/lookup/name/Steve`,
      `/authlib-injector/minecraftservices/minecraft/profile/lookup/name/Nobody`,
    ]
    for (const path of same) {
      const [plain, below] = [await service.get(path), await service.get(at + path)]
      assert.deepEqual(
        essence(below),
        essence(plain).map((part) =>
          typeof part === 'string' ? part.replace('"path":"/', `"path":"/at/…/`) : part,
        ),
        path,
      )
    }
    const discovery = await service.get(`${at}/authlib-injector/discovery`)
    const uris = [...discovery.text.matchAll(/"uri":"([^"]+)"/g)].map(([, uri = '']) => uri)
    assert.ok(
      uris.length > 10 && uris.every((uri) => uri.startsWith(`${service.baseUrl}${at}/`)),
      discovery.text,
    )
    assert.equal(
      discovery.headers.get('x-authlib-injector-api-location'),
      `${service.baseUrl}${at}/authlib-injector/`,
    )
    const metadata = (await service.get(`${at}/authlib-injector/`)).json
    assert.equal(metadata.meta.links.homepage, `${service.baseUrl}/`)
  })

  test('routes for launchers, players and applications do not exist below a root', async () => {
    const service = await start()
    const { at } = await scene(service)
    const asked: [string, string][] = [
      ['POST', '/auth/authenticate'],
      ['POST', '/authserver/authenticate'],
      ['POST', '/authlib-injector/authserver/authenticate'],
      ['POST', '/session/join'],
      ['POST', '/session/minecraft/join'],
      ['GET', '/session/legacy/join'],
      ['GET', '/authlib-injector/minecraftservices/minecraft/profile'],
      ['GET', '/authlib-injector/minecraftservices/player/attributes'],
      ['PUT', '/authlib-injector/api/user/profile/x/skin'],
      ['GET', '/sign-in'],
      ['GET', '/account'],
      ['GET', '/api/v1/accounts'],
      ['GET', '/oauth2/authorize'],
      ['GET', '/.well-known/openid-configuration'],
      ['GET', '/textures/x'],
      ['GET', '/healthz'],
      ['GET', '/at/x/session/hasJoined'],
    ]
    for (const [method, path] of asked) {
      const answer = await service.request(at + path, { method })
      assert.equal(answer.status, 404, `${method} ${path}`)
      assert.match(answer.headers.get('content-type') ?? '', /json|text\/plain/, path)
    }
  })

  test('a server admits only members of its groups, the join is consumed, and why reports it', async () => {
    const service = await start()
    const { context } = service
    const { at, ask } = await scene(service, { groups: ['staff', 'vip'] })
    const [steve, alex] = [await playerOf(service, 'Steve'), await playerOf(service, 'Alex')]
    await addMembers(context, operator, 'vip', [steve])
    for (const layout of Object.keys(layouts) as (keyof typeof layouts)[]) {
      await steve.join()
      assert.match((await ask(layout, 'steve')).text, /Steve|YES/, layout)
      await alex.join()
      const head = await service.request(at + layouts[layout].path('Alex'), { method: 'HEAD' })
      assert.equal(head.status, layouts[layout].no)
      const refused = await ask(layout, 'Alex')
      const unknown = await ask(layout, 'Nobody')
      assert.deepEqual(essence(refused), essence(unknown), `${layout}: like a server that nobody has joined`)
      const line = await service.logLine(refused)
      assert.deepEqual([line.reason, line.server, line.username], ['server_not_allowed', 'survival', 'Alex'])
      const plain = await service.get(layouts[layout].path('Alex'))
      assert.deepEqual([plain.status, /Alex|YES/.test(plain.text)], [layouts[layout].no, false], 'used up')
      assert.equal((await service.logLine(plain)).reason, 'join_unknown')
    }
    await context.attempts.flush()
    await ask('native', 'Alex')
    const api = await adminClient(service)
    await alex.join()
    await ask('vendor', 'Alex')
    await context.attempts.flush()
    const why = (await api.send('GET', '/why?name=Alex')).json
    assert.match(why.advice, /survival lets in only members of staff, vip.*norn group add GROUP Alex/)
    const last = why.attempts.find(({ reason }: { reason: string }) => reason === 'server_not_allowed')
    assert.deepEqual([last.server, last.step], ['survival', 'hasJoined'])
    assert.match(last.message, /\(survival\)$/)
    const lookup = await service.get(`${at}/api/users/profiles/game/Alex`)
    assert.equal(lookup.json.id, alex.id, 'a whitelist lookup finds players who may not join')
  })

  test('a group whose name only contains that of an admitted group, or is contained in it, admits nobody', async () => {
    const service = await start()
    const { context } = service
    const names = ['new', 'new-builders', 'builders', 'builders-2']
    const { ask } = await scene(service, { groups: ['new-builders'] })
    for (const name of names.filter((name) => name !== 'new-builders')) {
      await createGroup(context, operator, { name })
    }
    const steve = await playerOf(service, 'builders')
    for (const name of names) {
      await addMembers(context, operator, name, [steve])
      await steve.join()
      const { status } = await ask('vendor', 'builders')
      assert.equal(status, name === 'new-builders' ? 200 : 204, name)
      await removeMembers(context, operator, name, [steve])
    }
  })

  test('each change applies to the next hasJoined and to a pending join, on every instance', async () => {
    const service = await start()
    const { context } = service
    const { root, at } = await scene(service, { groups: ['staff'] })
    const steve = await playerOf(service, 'Steve')
    const others = kind === 'postgres' ? [await startService(context.config.databaseUrl)] : []
    const everywhere = [service, ...others]
    const isIn = async (path = at): Promise<boolean> => {
      const answers: boolean[] = []
      for (const instance of everywhere) {
        await steve.join()
        answers.push((await instance.get(path + layouts.vendor.path('Steve'))).status === 200)
      }
      assert.equal(new Set(answers).size, 1, answers.join())
      return answers[0] === true
    }
    try {
      assert.equal(await isIn(), false)
      await addMembers(context, operator, 'staff', [steve])
      assert.equal(await isIn(), true)
      await steve.join()
      await removeMembers(context, operator, 'staff', [steve])
      for (const instance of everywhere.toReversed()) {
        assert.equal(
          (await instance.get(at + layouts.vendor.path('Steve'))).status,
          204,
          'the join was pending',
        )
      }
      await addMembers(context, operator, 'staff', [steve])
      await pauseServer(context, operator, 'survival', true)
      assert.equal(await isIn(), false)
      await pauseServer(context, operator, 'survival', false)
      assert.equal(await isIn(), true)
      await deleteGroup(context, operator, 'staff')
      assert.equal(await isIn(), false, 'deleting its group closes the server')
      await setServer(context, operator, 'survival', { groups: [] })
      assert.equal(await isIn(), true)
      const next = pathOf((await rotateServer(context, operator, 'survival', 60_000)).root)
      const third = pathOf((await rotateServer(context, operator, 'survival', 600_000)).root)
      for (const each of [at, next, third]) assert.equal(await isIn(each), true, each)
      service.advance(60_000)
      for (const other of others) other.advance(60_000)
      assert.deepEqual([await isIn(at), await isIn(next), await isIn(third)], [false, true, true])
      await suspendAccount(context, operator, await service.stored(steve), {})
      const late = await service.get(third + layouts.vendor.path('Steve'))
      assert.equal(late.status, 204)
      assert.notEqual(pathOf(root), third)
    } finally {
      for (const other of others) await other.close()
    }
  })

  test('below an unknown, ended or removed key, hasJoined is a no, everything else is 404, and no join is used up', async () => {
    const service = await start()
    const { context } = service
    const { at: ended } = await scene(service)
    await rotateServer(context, operator, 'survival', 0)
    const removed = pathOf((await addServer(context, operator, { name: 'gone' })).root)
    await removeServer(context, operator, 'gone')
    const unknown = `/at/${'A'.repeat(24)}`
    const steve = await playerOf(service, 'Steve')
    await steve.join()
    service.advance(2001)
    for (const [layout, { path }] of Object.entries(layouts)) {
      const answers: unknown[] = []
      const none = await service.get(path('Nobody'))
      for (const at of [unknown, ended, removed, '/at/short', `/at/${'%00'.repeat(24)}`]) {
        const answer = await service.get(at + path('Steve'))
        answers.push(essence(answer))
        assert.deepEqual(essence(answer), essence(none), `${layout} ${at}: like a join that is not there`)
        const line = await service.logLine(answer)
        assert.equal(line.reason, 'server_unknown', `${layout} ${at}`)
        assert.ok(!JSON.stringify(line).includes(at.slice(4)), JSON.stringify(line))
        assert.ok(!answer.text.includes(at.slice(4)), answer.text)
      }
      assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1, layout)
    }
    const profile = `profile/${steve.id}`
    for (const path of [
      '/authlib-injector/',
      '/api/users/profiles/game/Steve',
      `/session/${profile}`,
      `/session/minecraft/${profile}`,
      '/nothing',
    ]) {
      assert.equal((await service.get(unknown + path)).status, 404, path)
    }
    assert.equal((await service.get(layouts.vendor.path('Steve'))).status, 200, 'the join is still there')
  })

  test('a network can guess 300 keys an hour, and a valid key still works after that', async () => {
    const service = await start()
    const { at, ask } = await scene(service)
    const guess = (number: number) => `/at/${number.toString().padStart(24, 'A')}`
    for (let number = 0; number < 300; number++) {
      const path = number % 2 === 0 ? layouts.native.path('Steve') : '/authlib-injector/'
      assert.equal((await service.get(guess(number) + path)).status, number % 2 === 0 ? 401 : 404)
    }
    const spent = await service.get(`${guess(301)}/authlib-injector/`)
    assert.deepEqual([spent.status, spent.headers.get('retry-after')], [429, '12'])
    for (const layout of Object.values(layouts)) {
      // Some plugins take a 429 for a yes, so that a server with a mistyped key would let anybody in after 300 joins.
      const no = await service.get(at + layout.path('Steve'))
      for (const key of [guess(302), '/at/short', '/at/']) {
        const answer = await service.get(key + layout.path('Steve'))
        const told = [answer.status, answer.headers.get('retry-after'), answer.text]
        assert.deepEqual(told, [no.status, null, no.text], key)
        assert.equal((await service.logLine(answer)).reason, 'too_many_server_keys')
      }
    }
    const steve = await playerOf(service, 'Steve')
    await steve.join()
    assert.equal((await ask('native', 'Steve')).status, 200)
    assert.equal((await service.get(`${at}/authlib-injector/`)).status, 200)
    service.advance(12_000)
    assert.equal((await service.get(guess(302) + '/authlib-injector/')).status, 404)
  })

  test('when many servers request one join at once, exactly one gets it', async () => {
    const service = await start()
    const { ask } = await scene(service)
    const steve = await playerOf(service, 'Steve')
    await steve.join()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask('vendor', 'Steve')))
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  })

  test('with the property enabled, a server receives the groups, signed like textures', async () => {
    const service = await start()
    const { context } = service
    const { at, ask } = await scene(service, { groups: ['vip', 'staff'] })
    const steve = await playerOf(service, 'Steve')
    for (const group of ['vip', 'staff']) await addMembers(context, operator, group, [steve])
    await steve.join()
    assert.equal((await ask('native', 'Steve')).json.properties.length, 1, 'off unless requested')
    await setServer(context, operator, 'survival', { groupsProperty: true })
    await steve.join()
    const [textures, groups, ...more] = (await ask('native', 'Steve')).json.properties
    assert.deepEqual([textures.name, groups.name, more], ['textures', 'norn_groups', []])
    assert.deepEqual(JSON.parse(Buffer.from(groups.value, 'base64').toString()), {
      profileId: steve.id,
      timestamp: service.now(),
      server: 'survival',
      groups: ['staff', 'vip'],
    })
    // As a game server with authlib-injector does: with the only key of its root.
    const { signaturePublickey } = (await service.get(`${at}/authlib-injector/`)).json
    const signature = Buffer.from(groups.signature, 'base64')
    const isGood = (value: string) =>
      verify('RSA-SHA1', Buffer.from(value), createPublicKey(signaturePublickey), signature)
    assert.deepEqual([isGood(groups.value), isGood(textures.value)], [true, false])
  })

  test('neither the database nor the log contains a key in plain text, and the time of its last request is known', async () => {
    const service = await start({
      NORN_SECRET: 'the-output-of-openssl-rand-base64-32',
      NORN_LOG_LEVEL: 'trace',
    })
    const { context } = service
    const { root, ask } = await scene(service)
    const key = root.split('/').at(-1) ?? ''
    await ask('native', 'Nobody')
    await service.get(`${pathOf(root)}/nothing`)
    await service.get(`${pathOf(root)}/x?y=${key}`)
    await context.gameServers.flush()
    assert.equal((await findServer(context, 'survival')).lastAskedAt, service.now())
    const rows = JSON.stringify([
      await context.db.query.selectFrom('game_server_key').selectAll().execute(),
      await context.db.query.selectFrom('audit_entry').selectAll().execute(),
      await context.db.query.selectFrom('attempt').selectAll().execute(),
    ])
    assert.ok(!rows.includes(key))
    assert.ok(!service.log.join('').includes(key))
  })

  test('the API takes the grace period of a root as a duration', async () => {
    const service = await start()
    const { root } = await scene(service)
    const { send } = await adminClient(service)
    for (const grace of ['1', '-1h', '1.5h', '2w', '4000d', 'never', '', 86_400, null]) {
      const answer = await send('POST', '/servers/survival/rotate', { grace })
      assert.deepEqual([answer.status, answer.json.code], [422, 'malformed'], JSON.stringify(grace))
    }
    assert.equal((await send('GET', '/servers/survival')).json.root, root, 'nothing has changed')
    for (const [body, lasting] of [
      [{ grace: '15m' }, 900_000],
      [{ grace: '0s' }, 0],
      [{}, 86_400_000],
    ] as const) {
      const { status, json } = await send('POST', '/servers/survival/rotate', body)
      assert.deepEqual([status, json.until], [200, new Date(service.now() + lasting).toISOString()])
    }
  })
})
