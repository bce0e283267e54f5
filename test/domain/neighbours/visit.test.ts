// Players of neighbours at a game server's own root: who gets in, as whom, and what neighbours learn of it.
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { describe, test } from 'node:test'
import { deleteAccount } from '../../../src/domain/accounts/delete.ts'
import { requestDeletion } from '../../../src/domain/accounts/own-deletion.ts'
import { suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { pauseServer, setServer } from '../../../src/domain/community/servers.ts'
import { renameAccount } from '../../../src/domain/names/rename.ts'
import { listName, unlistName } from '../../../src/domain/neighbours/listed.ts'
import { pauseNeighbour, removeNeighbour, setNeighbour } from '../../../src/domain/neighbours/neighbours.ts'
import {
  findVisitor,
  purgeVisitors,
  releaseVisitorName,
  restoreVisitor,
  suspendVisitor,
} from '../../../src/domain/neighbours/visitors.ts'
import { sweep } from '../../../src/jobs/sweep.ts'
import { offlineUuid } from '../../../src/lib/crypto/uuid.ts'
import { dayMs } from '../../../src/lib/measure/units.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'
import { until } from '../../until.ts'
import { essence, layouts, type NeighbourGiven, neighbourhood, uuid } from './scene.ts'

const on = { NORN_NEIGHBOURS: 'on' }
const other: Readonly<Record<string, NeighbourGiven>> = { other: { players: { Visitor: uuid(1) } } }

const visitorRows = ({ context: { db } }: RunningService) =>
  db.query.selectFrom('visitor').select(['uuid', 'name', 'neighbour_id', 'joins']).orderBy('name').execute()

onEveryDatabase('visits', (start) => {
  test('every layout lets a player of a neighbour in, with an answer that we build', async (t) => {
    const service = await start(on)
    const { ask, mocks, reason } = await neighbourhood(t, service, {
      other: { ...other.other, textures: 'pass' },
    })
    assert.deepEqual(
      (await ask('Visitor')).json.properties.map(({ name }: { name: string }) => name),
      ['textures'],
      'a server gets no property that it has not asked for',
    )
    await setServer(service.context, operator, 'lobby', { sourceProperty: true })
    const published = (await service.get('/minecraftservices/publickeys')).json
    const keys: { publicKey: string }[] = published.profilePropertyKeys
    for (const path of Object.values(layouts)) {
      mocks.other?.behave('actions')
      const answer = await ask('Visitor', { path })
      assert.equal(answer.status, 200, answer.text)
      const { id, name, properties, ...more } = answer.json
      assert.deepEqual([id, name, more], [uuid(1), 'Visitor', {}])
      const [textures, source] = properties
      assert.deepEqual(
        properties.map((property: { name: string }) => property.name),
        ['textures', 'norn_source'],
      )
      assert.equal(JSON.parse(Buffer.from(textures.value, 'base64').toString()).profileId, uuid(1))
      assert.deepEqual(JSON.parse(Buffer.from(source.value, 'base64').toString()), {
        neighbour: 'other',
        id: uuid(1),
        name: 'Visitor',
        timestamp: service.now(),
        server: 'lobby',
      })
      const isSigned = keys.some(({ publicKey }) => {
        const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
        return verify('RSA-SHA1', Buffer.from(source.value), key, Buffer.from(source.signature, 'base64'))
      })
      assert.ok(isSigned)
      assert.equal(await reason(answer), undefined)
    }
    assert.deepEqual(await visitorRows(service), [
      { uuid: uuid(1), name: 'Visitor', neighbour_id: 'other', joins: 4 },
    ])
    await setServer(service.context, operator, 'lobby', { sourceProperty: false })
    await setNeighbour(service.context, operator, 'other', { textures: 'drop' })
    assert.deepEqual((await ask('Visitor')).json, { id: uuid(1), name: 'Visitor', properties: [] })
    await pauseServer(service.context, operator, 'lobby', true)
    assert.equal((await ask('Visitor')).status, 401)
  })

  test('nobody is asked at the plain root, for old games, about HEAD, or while it is off', async (t) => {
    const service = await start(on)
    const { ask, at, mocks } = await neighbourhood(t, service, other)
    const query = '?username=Visitor&serverId=hash'
    for (const path of Object.values(layouts)) assert.notEqual((await service.get(path + query)).status, 200)
    assert.equal((await service.get(`${at}/session/legacy/hasJoined?user=Visitor&serverId=hash`)).text, 'NO')
    assert.equal((await service.request(at + layouts.native + query, { method: 'HEAD' })).status, 401)
    assert.equal((await service.get(`/at/${'a'.repeat(24)}${layouts.native}${query}`)).status, 401)
    const off = await start()
    const quiet = await neighbourhood(t, off, other)
    const [refused, plain] = [await quiet.ask('Visitor'), await off.get(layouts.native + query)]
    assert.deepEqual(essence(refused), essence(plain))
    assert.equal(await quiet.reason(refused), 'join_unknown')
    assert.deepEqual([mocks.other?.seen, quiet.mocks.other?.seen], [[], []])
    assert.equal((await ask('Visitor')).status, 200)
  })

  test('a neighbour learns the name and the hash, of the game server and the player nothing else', async (t) => {
    const service = await start({ ...on, NORN_TRUSTED_PROXIES: '127.0.0.1' })
    const { ask, mocks } = await neighbourhood(t, service, other)
    const headers = {
      'user-agent': 'Java/17 of-the-server',
      cookie: 'a=b',
      'x-forwarded-for': '203.0.113.7',
      referer: 'https://elsewhere.example/',
      authorization: 'Bearer secret',
    }
    assert.equal((await ask('Visitor', { headers, ip: '203.0.113.9', serverId: '-1f' })).status, 200)
    const seen = mocks.other?.seen ?? []
    assert.equal(seen.length, 1)
    assert.match(seen[0]?.path ?? '', /\?username=Visitor&serverId=-1f$/)
    const { host: _, ...sent } = seen[0]?.headers ?? {}
    assert.deepEqual(sent, {
      'user-agent': `norn (+${service.baseUrl})`,
      'accept-encoding': 'identity',
      accept: 'application/json',
      connection: 'close',
    })
    await setNeighbour(service.context, operator, 'other', { forwardAddress: true })
    await ask('Visitor', { ip: '203.0.113.9' })
    assert.match(seen[1]?.path ?? '', /&ip=203\.0\.113\.9$/)
  })

  test('nobody is asked about the name of an account, a suspended or deleted one, given up or reserved', async (t) => {
    const service = await start({ ...on, NORN_RESERVED_NAMES: 'Owner' })
    const { context } = service
    const names = ['Captain', 'Banned', 'Leaving', 'Before', 'Gone']
    const accounts = await Promise.all(names.map((username) => service.account({ username })))
    const [captain, banned, leaving, renamed, gone] = await Promise.all(accounts.map(service.stored))
    assert.ok(captain && banned && leaving && renamed && gone)
    await suspendAccount(context, operator, banned, {})
    await deleteAccount(context, operator, gone)
    await requestDeletion(context, operator, leaving)
    await renameAccount(context, operator, renamed, 'After')
    const asked = [...names, 'After', 'Owner', 'CAPTAIN', 'captain', 'banned']
    const players = Object.fromEntries(asked.map((name, at) => [name, uuid(at + 1)]))
    const scene = await neighbourhood(t, service, { other: { players }, more: { players, trust: 90 } })
    for (const name of asked) {
      const answer = await scene.ask(name)
      assert.equal(answer.status, 401, name)
      assert.match((await scene.reason(answer)) ?? '', /^(name_owned|join_unknown)$/, name)
    }
    assert.deepEqual([scene.mocks.other?.seen, scene.mocks.more?.seen], [[], []])
    assert.deepEqual(await visitorRows(service), [])
  })

  test('a visitor is pinned: nobody else gets the name, the visitor keeps it for a while when renamed', async (t) => {
    const service = await start(on)
    const { context } = service
    const { ask, mocks, reason } = await neighbourhood(t, service, {
      first: { players: { Visitor: uuid(1) } },
      second: {},
    })
    const [first, second] = [mocks.first?.players, mocks.second?.players]
    assert.ok(first && second)
    const expect = async (name: string, expected: string | number) => {
      const answer = await ask(name)
      const got = answer.status === 200 ? answer.json.id : ((await reason(answer)) ?? answer.status)
      assert.equal(got, expected, name)
    }
    await expect('Visitor', uuid(1))
    // Not the other neighbour's, though the first one now says no.
    first.delete('Visitor')
    second.set('Visitor', { id: uuid(2) })
    const before = mocks.second?.seen.length
    await expect('Visitor', 'join_unknown')
    assert.equal(mocks.second?.seen.length, before)
    second.clear()
    // Not another player's of the same neighbour.
    first.set('Visitor', { id: uuid(3) })
    await expect('Visitor', 'name_owned')
    // In another letter case it is the same name, which the neighbour has to write as the game does.
    first.clear()
    first.set('VISITOR', { id: uuid(1) })
    await expect('Visitor', 'answer_malformed')
    await expect('VISITOR', uuid(1))
    // Renamed: A to B, then C to A.
    first.clear()
    first.set('Renamed', { id: uuid(1) })
    await expect('Renamed', uuid(1))
    first.set('Visitor', { id: uuid(3) })
    await expect('Visitor', 'name_owned')
    await assert.rejects(service.account({ username: 'visitor' }), /username_(taken|held)/)
    await assert.rejects(service.account({ username: 'RENAMED' }), /username_(taken|held)/)
    // And back.
    first.clear()
    first.set('Visitor', { id: uuid(1) })
    await expect('Visitor', uuid(1))
    // Its own name of before is held for it.
    second.set('Renamed', { id: uuid(4) })
    await expect('Renamed', 'join_unknown')
    service.advance(31 * dayMs)
    await expect('Renamed', uuid(4))
    // Without the neighbour, the name is nobody's until it is released.
    await removeNeighbour(context, operator, 'first')
    second.set('Visitor', { id: uuid(5) })
    await expect('Visitor', 'name_owned')
    assert.equal(await releaseVisitorName(context, operator, 'visitor'), uuid(1))
    await expect('Visitor', uuid(5))
    await assert.rejects(releaseVisitorName(context, operator, 'Nobody'), /name_not_of_visitor/)
    assert.deepEqual(await visitorRows(service), [
      { uuid: uuid(4), name: 'Renamed', neighbour_id: 'second', joins: 1 },
      { uuid: uuid(1), name: 'Visitor', neighbour_id: 'first', joins: 4 },
      { uuid: uuid(5), name: 'Visitor', neighbour_id: 'second', joins: 1 },
    ])
    assert.equal(await purgeVisitors(context, operator, 'second'), 2)
    const account = await service.account({ username: 'Visitor' })
    await expect('Visitor', 'name_owned')
    assert.equal(account.username, 'Visitor')
  })

  test('no UUID of an account, of another neighbour, or derived from another name gets in', async (t) => {
    const service = await start(on)
    const { context } = service
    const local = await service.account({ username: 'Local' })
    const gone = await service.account({ username: 'Gone' })
    await deleteAccount(context, operator, await service.stored(gone))
    service.advance(60 * dayMs)
    await sweep(context)
    const { ask, mocks, reason } = await neighbourhood(t, service, {
      first: { players: { First: uuid(1) } },
      second: {},
    })
    assert.equal((await ask('First')).status, 200)
    const refused: readonly [string, string][] = [
      [local.id, 'uuid_taken'],
      [local.id.toUpperCase(), 'uuid_taken'],
      [local.id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), 'uuid_taken'],
      [gone.id, 'uuid_taken'],
      [uuid(1), 'uuid_taken'],
      [offlineUuid('Local'), 'uuid_taken'],
      [offlineUuid('stranger'), 'uuid_taken'],
      ['0'.repeat(32), 'uuid_taken'],
      [`${'0'.repeat(16)}0009f00dfeedbeef`, 'uuid_taken'],
      ['', 'neighbour_unsure'],
      ['g'.repeat(32), 'neighbour_unsure'],
      [`${uuid(1)}0`, 'neighbour_unsure'],
    ]
    for (const [id, expected] of refused) {
      mocks.second?.behave((response, profile) =>
        response.end(JSON.stringify({ ...profile, id, name: 'Stranger', properties: [] })),
      )
      mocks.second?.players.set('Stranger', { id: uuid(9) })
      const answer = await ask('Stranger')
      const status = expected === 'uuid_taken' ? 401 : 503
      assert.deepEqual([answer.status, await reason(answer)], [status, expected], id)
      // Flaws count for the breaker.
      service.advance(20_000)
    }
    mocks.second?.behave('good')
    mocks.second?.players.set('Stranger', { id: offlineUuid('Stranger') })
    assert.equal((await ask('Stranger')).json.id, offlineUuid('Stranger'))
    // A UUID that a visitor has is nobody else's: not of an account that is created with it.
    await assert.rejects(service.account({ username: 'Imported', id: uuid(1) }))
    assert.equal((await service.context.db.query.selectFrom('account').selectAll().execute()).length, 1)
  })

  test('look-alikes, names outside of the pattern and other names than the one asked stay outside', async (t) => {
    const service = await start(on)
    await service.account({ username: 'Captain' })
    const names = [
      'C\u0430ptain',
      'Cap\u200btain',
      'Captain ',
      ' Captain',
      'ab',
      'a-b',
      'x'.repeat(17),
      'Captain\u0000',
    ]
    const players = Object.fromEntries(names.map((name, at) => [name, uuid(at + 1)]))
    const { ask, mocks, reason } = await neighbourhood(t, service, { other: { players } })
    for (const name of names) {
      const answer = await ask(name)
      assert.notEqual(answer.status, 200, name)
      assert.match(
        (await reason(answer)) ?? '',
        /^(visitor_refused|join_unknown|parameters_missing|name_owned)$/,
        name,
      )
    }
    assert.deepEqual(mocks.other?.seen, [])
    mocks.other?.players.set('Player', { id: uuid(20) })
    for (const how of ['other-name', 'other-case', 'control-characters']) {
      mocks.other?.behave(how)
      const answer = await ask('Player')
      assert.deepEqual([answer.status, await reason(answer)], [401, 'answer_malformed'], how)
    }
    assert.deepEqual(await visitorRows(service), [])
  })

  test('a player who is shown with the skin of another joins only where textures are ignored, without it', async (t) => {
    const service = await start(on)
    const { at, ask, mocks, reason } = await neighbourhood(t, service, other)
    mocks.other?.behave('textures-of-another')
    for (const textures of ['mirror', 'pass', 'drop'] as const) {
      await setNeighbour(service.context, operator, 'other', { textures })
      const answer = await ask('Visitor')
      assert.deepEqual([answer.status, await reason(answer)], [401, 'answer_malformed'], textures)
    }
    await setNeighbour(service.context, operator, 'other', { textures: 'ignore' })
    const { json, text } = await ask('Visitor')
    assert.deepEqual([json.id, json.name], [uuid(1), 'Visitor'])
    assert.ok(!text.includes('9'.repeat(32)))
    const shown = await service.get(`${at}/session/profile/${uuid(1)}`)
    for (const { properties } of [json, shown.json]) {
      assert.deepEqual(
        properties.map(({ name }: { name: string }) => name),
        [],
      )
    }
    // The UUID is still that of the answer.
    mocks.other?.behave('other-name')
    assert.equal((await ask('Visitor')).status, 401)
  })

  test('who may join: nobody, known, listed, everyone; the server decides for its neighbours', async (t) => {
    const service = await start(on)
    const { context } = service
    const { ask, mocks, reason } = await neighbourhood(t, service, {
      other: { ...other.other, who: 'listed' },
    })
    const expect = async (expected: string) => {
      const answer = await ask('Visitor')
      assert.equal(answer.status === 200 ? 'yes' : await reason(answer), expected)
    }
    await expect('visitor_refused')
    await listName(context, operator, 'other', { name: 'VISITOR', server: 'lobby' })
    await expect('yes')
    await unlistName(context, operator, 'other', { name: 'visitor', server: 'lobby' })
    await expect('visitor_refused')
    for (const [who, expected] of [
      ['known', 'yes'],
      ['everyone', 'yes'],
      ['linked', 'visitor_refused'],
      ['nobody', 'visitor_refused'],
    ] as const) {
      await setServer(context, operator, 'lobby', { who })
      await expect(expected)
    }
    await setServer(context, operator, 'lobby', { who: 'known' })
    mocks.other?.players.set('Second', { id: uuid(2) })
    assert.equal(await reason(await ask('Second')), 'visitor_refused')
    await setServer(context, operator, 'lobby', { who: null })
    await expect('visitor_refused')
    await listName(context, operator, 'other', { name: 'Visitor', server: undefined })
    await expect('yes')
    await pauseNeighbour(context, operator, 'other', true)
    const asked = mocks.other?.seen.length
    assert.notEqual((await ask('Visitor')).status, 200)
    assert.equal(mocks.other?.seen.length, asked)
    await pauseNeighbour(context, operator, 'other', false)
    await setServer(context, operator, 'lobby', { neighbours: [] })
    await expect('join_unknown')
  })

  test('a suspended visitor stays outside under every name, and joins again afterwards', async (t) => {
    const service = await start(on)
    const { context } = service
    const { ask, mocks, reason } = await neighbourhood(t, service, other)
    await ask('Visitor')
    const visitor = await findVisitor(context, 'visitor@other')
    await suspendVisitor(context, operator, visitor, { reason: 'griefing', until: service.now() + dayMs })
    const refused = await ask('Visitor')
    assert.deepEqual([refused.status, await reason(refused)], [401, 'visitor_suspended'])
    mocks.other?.players.clear()
    mocks.other?.players.set('Renamed', { id: uuid(1) })
    assert.equal(await reason(await ask('Renamed')), 'visitor_suspended')
    await restoreVisitor(context, operator, visitor)
    assert.equal((await ask('Renamed')).status, 200)
    await suspendVisitor(context, operator, visitor, { until: service.now() + dayMs })
    assert.equal(await reason(await ask('Renamed')), 'visitor_suspended')
    service.advance(dayMs)
    assert.equal((await ask('Renamed')).status, 200)
  })

  test('visitors of dead neighbours are answered in time, and delay no player with an account', async (t) => {
    const service = await start({ ...on, NORN_NEIGHBOUR_TIME: '3s' })
    const dead = { limit: 10_000, players: { Visitor: uuid(1) } }
    const { ask, mocks, reason } = await neighbourhood(t, service, { one: dead, two: dead, three: dead })
    for (const mock of Object.values(mocks)) mock.behave('dead')
    const steve = await service.account({ username: 'Steve' })
    const accessToken = await service.signIn(steve)
    let answered = 0
    const began = performance.now()
    // More than the database has connections, and than a neighbour is asked at once.
    const visits = Array.from({ length: 24 }, async () => {
      const answer = await ask('Visitor')
      answered++
      return answer
    })
    await until('each neighbour is asked as often as it may be', () =>
      Object.values(mocks).every(({ seen }) => seen.length === 16),
    )
    for (let turn = 0; turn < 3; turn++) {
      await service.post('/session/join', {
        accessToken,
        selectedProfile: steve.id,
        serverId: `own-${turn}`,
      })
      assert.equal((await ask('Steve', { serverId: `own-${turn}` })).json.id, steve.id)
    }
    assert.equal(answered, 0, 'the player waited for a neighbour')
    for (const answer of await Promise.all(visits)) {
      assert.equal(answer.status, 503)
      // A starved machine may be too slow to write the refusal in time.
      assert.match(String(await reason(answer)), /^(neighbour_unsure|database_unavailable)$/)
    }
    const tookMs = performance.now() - began
    assert.ok(tookMs < 3 * 3000, `${tookMs} ms: the neighbours were asked one after the other`)
  })

  describe('several neighbours', () => {
    test('two yes are a no; a more trusted one protects its names; unsure is 503', async (t) => {
      const service = await start(on)
      const { ask, mocks, reason } = await neighbourhood(t, service, {
        high: { trust: 90, who: 'nobody', players: { Famous: uuid(1) } },
        one: { trust: 50, players: { Famous: uuid(2), Both: uuid(3), Single: uuid(5) } },
        two: { trust: 50, players: { Both: uuid(4) } },
        low: { trust: 10 },
      })
      const expect = async (name: string, status: number, expected: string | undefined) => {
        const answer = await ask(name)
        assert.deepEqual([answer.status, await reason(answer)], [status, expected], name)
        return answer
      }
      await expect('Both', 401, 'two_sources')
      await expect('Famous', 401, 'name_elsewhere')
      mocks.low?.behave('html')
      mocks.low?.players.set('Single', { id: uuid(6) })
      mocks.two?.behave('status-500')
      mocks.two?.players.set('Single', { id: uuid(7) })
      for (const path of Object.values(layouts)) {
        const unsure = await ask('Single', { path })
        assert.equal(unsure.status, 503)
        assert.equal(unsure.headers.get('retry-after'), '5')
        assert.equal(await reason(unsure), 'neighbour_unsure')
        assert.ok(unsure.json)
      }
      mocks.two?.players.delete('Single')
      mocks.high?.behaveForNames('status-403')
      await expect('Single', 503, 'neighbour_unsure')
      mocks.high?.behaveForNames(undefined)
      service.advance(20_000)
      // A less trusted one that is unsure does not matter.
      await expect('Single', 200, undefined)
    })
  })
})
