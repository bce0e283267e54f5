// Lookups of neighbours' players below the root of a game server: who is found, and what neighbours learn of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauseServer, setServer } from '../../../src/domain/community/servers.ts'
import { pauseNeighbour, setNeighbour } from '../../../src/domain/neighbours/neighbours.ts'
import { findVisitor, releaseVisitorName, suspendVisitor } from '../../../src/domain/neighbours/visitors.ts'
import { minuteMs } from '../../../src/lib/measure/units.ts'
import { onEveryDatabase, operator } from '../../service.ts'
import { until } from '../../until.ts'
import { essence, type NeighbourGiven, neighbourhood, uuid } from '../neighbours/scene.ts'

const on = { NORN_NEIGHBOURS: 'on', NORN_LOOKUP_BANS: 'off' }
const other: Readonly<Record<string, NeighbourGiven>> = { other: { players: { Visitor: uuid(1) } } }

const byName = [
  '/api/users/profiles/minecraft/',
  '/users/profiles/minecraft/',
  '/authlib-injector/api/users/profiles/minecraft/',
  '/minecraft/profile/lookup/name/',
  '/api/minecraft/profile/lookup/name/',
  '/authlib-injector/api/minecraft/profile/lookup/name/',
  '/authlib-injector/minecraftservices/minecraft/profile/lookup/name/',
]
const byUuid = [
  '/minecraft/profile/lookup/',
  '/api/minecraft/profile/lookup/',
  '/authlib-injector/minecraftservices/minecraft/profile/lookup/',
]
const profiles = [
  '/session/profile/',
  '/session/minecraft/profile/',
  '/authlib-injector/sessionserver/session/minecraft/profile/',
]
const bulks = [
  '/api/profiles/minecraft',
  '/profiles/minecraft',
  '/authlib-injector/api/profiles/minecraft',
  '/minecraft/profile/lookup/bulk/byname',
]

onEveryDatabase('lookups of players of neighbours', (start) => {
  test('somebody who has never joined is found in every layout, with accounts, and as nobody else', async (t) => {
    const service = await start(on)
    const local = await service.account({ username: 'Local' })
    const { at, ask, mocks } = await neighbourhood(t, service, {
      other: { players: { Visitor: uuid(1), Local: uuid(2) } },
    })
    const text = JSON.stringify({ id: uuid(1), name: 'Visitor' })
    for (const path of byName) {
      assert.equal((await service.get(`${at}${path}Visitor`)).text, text, path)
      assert.equal((await service.get(`${at}${path}vISITOR`)).text, text, path)
      assert.equal((await service.get(`${at}${path}Local`)).json.id, local.id, path)
      const nobody = await service.get(`${at}${path}Nobody`)
      assert.equal(nobody.status, path.includes('lookup') ? 404 : 204, path)
      const [status, type, body] = essence(nobody)
      const plain = [status, type, String(body).replace('/at/…', '')]
      assert.deepEqual(plain, essence(await service.get(`${path}Nobody`)), path)
    }
    for (const path of byUuid) assert.equal((await service.get(`${at}${path}${uuid(1)}`)).text, text, path)
    const names = await service.get(`${at}/api/user/profiles/${uuid(1)}/names`)
    assert.deepEqual(names.json, [{ name: 'Visitor' }])
    for (const path of bulks) {
      const answer = await service.post(`${at}${path}`, ['Nobody', 'visitor', 'LOCAL', 'Visitor', 'no name!'])
      assert.deepEqual(answer.json, [
        { id: uuid(1), name: 'Visitor' },
        { id: local.id, name: 'Local' },
      ])
    }
    for (const path of profiles) {
      const answer = await service.get(`${at}${path}${uuid(1)}?unsigned=false`)
      assert.deepEqual([answer.json.id, answer.json.name], [uuid(1), 'Visitor'], path)
    }
    assert.equal((await ask('Visitor')).json.id, uuid(1))
    const seen = mocks.other?.seen ?? []
    assert.ok(!seen.some(({ path, body }) => /local/i.test(path + body)))
    assert.deepEqual(
      await service.context.db.query.selectFrom('visitor').select('joins').execute(),
      [{ joins: 1 }],
      'lookups pin nobody',
    )
  })

  test('nobody is asked at the plain root, with `off` and with `watch`', async (t) => {
    for (const NORN_NEIGHBOURS of ['on', 'off', 'watch']) {
      const service = await start({ ...on, NORN_NEIGHBOURS })
      const { at, mocks } = await neighbourhood(t, service, other)
      for (const path of [...byName, ...byUuid, ...profiles]) {
        const asked = `${path}${byName.includes(path) ? 'Visitor' : uuid(1)}`
        const plain = await service.get(asked)
        assert.ok([204, 404].includes(plain.status), asked)
        if (NORN_NEIGHBOURS !== 'on') assert.equal((await service.get(at + asked)).status, plain.status)
      }
      for (const path of bulks) {
        assert.equal((await service.post(path, ['Visitor'])).text, '[]')
        if (NORN_NEIGHBOURS !== 'on') assert.equal((await service.post(at + path, ['Visitor'])).text, '[]')
      }
      assert.deepEqual(mocks.other?.seen, [])
    }
  })

  test('an answer is kept for ten minutes, "nobody" for one, unsure not at all, for lookups only', async (t) => {
    const service = await start(on)
    const { at, ask, mocks } = await neighbourhood(t, service, other)
    const { seen = [], players } = mocks.other ?? {}
    const status = async (name: string) =>
      (await service.get(`${at}/api/users/profiles/minecraft/${name}`)).status
    const asked = async (work: () => Promise<unknown>) => {
      const before = seen.length
      await work()
      return seen.length - before
    }
    mocks.other?.behaveForNames('status-500')
    assert.equal(await asked(() => status('Visitor')), 1)
    assert.equal(await status('Visitor'), 503)
    mocks.other?.behaveForNames(undefined)
    assert.equal(await status('Visitor'), 200)
    assert.equal(await status('Later'), 204)
    players?.set('Later', { id: uuid(2) })
    players?.delete('Visitor')
    assert.equal(await asked(async () => [await status('Visitor'), await status('Later')]), 0)
    assert.equal(await asked(() => ask('Visitor')), 1)
    assert.equal((await ask('Visitor')).status, 401)
    service.advance(minuteMs + 1)
    assert.deepEqual([await status('Later'), await status('Visitor')], [200, 200])
    service.advance(9 * minuteMs)
    assert.deepEqual([await status('Later'), await status('Visitor')], [200, 204])
  })

  test('a visitor is found without a question, until suspended, released or no longer admitted', async (t) => {
    const service = await start(on)
    const { context } = service
    const { at, ask, mocks } = await neighbourhood(t, service, { other: { ...other.other, who: 'known' } })
    const { seen = [] } = mocks.other ?? {}
    await setNeighbour(context, operator, 'other', { who: 'everyone' })
    assert.equal((await ask('Visitor')).status, 200)
    await setNeighbour(context, operator, 'other', { who: 'known', lookups: false })
    const before = seen.length
    const found = async () => [
      (await service.get(`${at}/api/users/profiles/minecraft/visitor`)).status,
      (await service.get(`${at}/session/profile/${uuid(1)}`)).status,
      (await service.post(`${at}/api/profiles/minecraft`, ['Visitor'])).json.length,
    ]
    assert.deepEqual(await found(), [200, 200, 1])
    await pauseNeighbour(context, operator, 'other', true)
    assert.deepEqual(await found(), [204, 204, 0])
    await pauseNeighbour(context, operator, 'other', false)
    await pauseServer(context, operator, 'lobby', true)
    assert.deepEqual(await found(), [204, 204, 0])
    await pauseServer(context, operator, 'lobby', false)
    assert.deepEqual(await found(), [200, 200, 1])
    await setNeighbour(context, operator, 'other', { who: 'nobody' })
    assert.deepEqual(await found(), [204, 204, 0])
    await setNeighbour(context, operator, 'other', { who: 'known' })
    await suspendVisitor(context, operator, await findVisitor(context, uuid(1)), {})
    assert.deepEqual(await found(), [204, 204, 0])
    await releaseVisitorName(context, operator, 'Visitor')
    assert.deepEqual(await found(), [204, 204, 0])
    assert.equal(seen.length, before)
  })

  test("a neighbour without lookups is not asked by them, and its names are nobody else's", async (t) => {
    const service = await start(on)
    const { at, ask, mocks } = await neighbourhood(t, service, {
      weak: { players: { Both: uuid(1), Alone: uuid(2) }, trust: 10 },
      strong: { players: { Both: uuid(3) }, trust: 90, lookups: false },
    })
    for (const name of ['Both', 'Alone']) {
      assert.equal((await service.get(`${at}/api/users/profiles/minecraft/${name}`)).status, 204)
    }
    assert.equal((await service.get(`${at}/session/profile/${uuid(3)}`)).status, 204)
    assert.deepEqual(mocks.strong?.seen, [])
    // For the decision about a join, it is.
    await ask('Alone')
    assert.ok((mocks.strong?.seen.length ?? 0) > 0)
  })

  test('a neighbour that never answers: 503 in time, without delay for accounts, then without a wait', async (t) => {
    const service = await start({ ...on, NORN_NEIGHBOUR_TIME: '0.5s' })
    const local = await service.account({ username: 'Local' })
    const { at, mocks } = await neighbourhood(t, service, other)
    mocks.other?.behaveForNames('dead')
    const began = performance.now()
    const unsure = await service.get(`${at}/api/users/profiles/minecraft/Visitor`)
    const took = performance.now() - began
    assert.ok(took > 400 && took < 1000, `${took} ms`)
    assert.deepEqual([unsure.status, unsure.headers.get('retry-after')], [503, '5'])
    assert.deepEqual(Object.keys(unsure.json), ['error', 'errorMessage'])
    const newer = await service.get(`${at}/minecraft/profile/lookup/name/Visitor`)
    assert.deepEqual([newer.status, newer.json.path], [503, '/at/…/minecraft/profile/lookup/name/Visitor'])
    const bulk = await service.post(`${at}/api/profiles/minecraft`, ['Visitor', 'Local'])
    assert.deepEqual(bulk.json, [{ id: local.id, name: 'Local' }])
    const seen = mocks.other?.seen.length
    await service.get(`${at}/api/users/profiles/minecraft/Local`)
    await service.post(`${at}/api/profiles/minecraft`, ['Local'])
    assert.equal(mocks.other?.seen.length, seen)
  })

  test('lookups leave questions for joins', async (t) => {
    const service = await start(on)
    const { at, ask } = await neighbourhood(t, service, { other: { ...other.other, limit: 8 } })
    const statuses: number[] = []
    for (let number = 0; number < 8; number++) {
      statuses.push((await service.get(`${at}/api/users/profiles/minecraft/Nobody_${number}`)).status)
    }
    assert.deepEqual(statuses, [204, 204, 204, 204, 204, 204, 503, 503])
    assert.equal((await ask('Visitor')).status, 200)
  })

  test('lookups that a neighbour does not answer leave places for joins', async (t) => {
    const service = await start({ ...on, NORN_NEIGHBOUR_TIME: '4s' })
    const { at, ask, mocks } = await neighbourhood(t, service, other)
    mocks.other?.behaveForNames('dead')
    const lookups = Array.from({ length: 16 }, (_, number) =>
      service.get(`${at}/api/users/profiles/minecraft/Nobody_${number}`),
    )
    await until('the neighbour is asked', () => (mocks.other?.seen.length ?? 0) >= 12)
    const first = await Promise.race([...lookups, ask('Visitor')])
    assert.deepEqual([first.status, first.json.name], [200, 'Visitor'])
    assert.ok((await Promise.all(lookups)).every(({ status }) => status === 503))
  })

  test('a neighbour is asked for five names at a time', async (t) => {
    const service = await start(on)
    const names = Array.from({ length: 25 }, (_, number) => `Visitor_${number}`)
    const players = Object.fromEntries(names.map((name, at) => [name, uuid(at + 1)]))
    const { at, mocks } = await neighbourhood(t, service, { other: { players } })
    const found = await service.post(`${at}/api/profiles/minecraft`, names)
    assert.deepEqual(
      found.json.map(({ name }: { name: string }) => name),
      names,
    )
    const asked = mocks.other?.seen.map(({ body }) => JSON.parse(body).length) ?? []
    assert.deepEqual(asked, [5, 5, 5, 5, 5])
  })

  test('by UUID: textures as in hasJoined, and no UUID of an account, of two neighbours or under another name', async (t) => {
    const service = await start(on)
    const { context } = service
    const { at, ask, mocks } = await neighbourhood(t, service, {
      other: { players: { Visitor: uuid(1), Twin: uuid(2), Taken: uuid(4) }, textures: 'pass' },
      more: { players: { Other: uuid(2) } },
    })
    await setServer(context, operator, 'lobby', { sourceProperty: true })
    const local = await service.account({ username: 'Taken', id: uuid(5) })
    const profile = (id: string, query = '?unsigned=false') =>
      service.get(`${at}/session/profile/${id}${query}`)
    const found = (await profile(uuid(1))).json
    assert.deepEqual(
      found.properties.map(({ name }: { name: string }) => name),
      ['textures', 'norn_source'],
    )
    assert.deepEqual(found, (await ask('Visitor')).json)
    assert.deepEqual(found, (await profile(uuid(1))).json)
    const unsigned = (await profile(uuid(1), '?unsigned=true')).json.properties
    assert.ok(unsigned.every((property: object) => !('signature' in property)))
    mocks.other?.seen.splice(0)
    assert.equal((await profile(uuid(2))).status, 204)
    assert.equal((await profile(uuid(4))).status, 204)
    assert.equal((await profile('0'.repeat(32))).status, 204)
    const before = mocks.other?.seen.length
    assert.equal((await profile(local.id)).json.name, 'Taken')
    assert.equal((await profile(`${'0'.repeat(16)}0009f00dfeedbeef`)).status, 204)
    assert.equal(mocks.other?.seen.length, before)
    await setNeighbour(context, operator, 'other', { textures: 'drop' })
    assert.equal((await profile(uuid(1))).json.properties.length, 1)
    // Pictures that can't be had do not hide a visitor.
    await setNeighbour(context, operator, 'other', { textures: 'pass' })
    await mocks.other?.close()
    service.advance(11 * minuteMs)
    const shown = await profile(uuid(1))
    assert.deepEqual([shown.status, shown.json.properties.length], [200, 1])
    assert.equal((await profile(uuid(9))).status, 503)
  })
})
