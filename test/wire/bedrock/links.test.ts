// GET /geyser/v2/link/…: the requests of Floodgate and Loki as they build them, and how they read the answers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestDeletion } from '../../../src/domain/accounts/own-deletion.ts'
import { restoreAccount, suspendAccount } from '../../../src/domain/accounts/suspend.ts'
import { linkBedrock } from '../../../src/domain/bedrock/link.ts'
import { unlinkBedrock } from '../../../src/domain/bedrock/unlink.ts'
import { createGroup } from '../../../src/domain/community/groups.ts'
import { addMembers } from '../../../src/domain/community/members.ts'
import { addServer, setServer } from '../../../src/domain/community/servers.ts'
import { renameAccount } from '../../../src/domain/names/rename.ts'
import { addBan } from '../../../src/domain/operation/bans.ts'
import { hyphenatedUuid } from '../../../src/lib/crypto/uuid.ts'
import { minuteMs } from '../../../src/lib/measure/units.ts'
import { DatabaseUnavailable } from '../../../src/model/errors/database-unavailable.ts'
import { addCharacter } from '../../characters.ts'
import { type Answer, onEveryDatabase, operator, type RunningService, start2026 } from '../../service.ts'

const on = { NORN_BEDROCK_LINKS: 'on' }

/** Nothing a float could hold: as a number, JavaScript reads 9223372036854776000. */
const largest = '9223372036854775807'
const xuid = '2535405290123456'

/** The path that Floodgate and Loki append to the root that they were given. */
const link = (kind: 'bedrock' | 'java', id: string) => `/authlib-injector/geyser/v2/link/${kind}/${id}`

async function rootOf(service: RunningService, given: object = {}): Promise<string> {
  const { root } = await addServer(service.context, operator, { name: 'lobby', ...given })
  return new URL(root).pathname
}

/**
 * Reads an answer as Floodgate does: its body is an object in any case, whose `message` says why there is none, and whose
 * `bedrock_id` is read as a long.
 */
function readLikeFloodgate({ status, text }: Answer) {
  const body = JSON.parse(text)
  if (status !== 200) {
    assert.equal(typeof body.message, 'string', `a refusal without a message: ${text}`)
    return { problem: body.message as string }
  }
  if (!('bedrock_id' in body)) return undefined
  const [, digits = ''] = /"bedrock_id":([0-9]+)[,}]/.exec(text) ?? []
  assert.match(
    body.java_id,
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    'UUID.fromString takes hyphens alone',
  )
  return { xuid: BigInt(digits), id: body.java_id, name: body.java_name, at: body.last_name_update }
}

onEveryDatabase('links of Bedrock players', (start) => {
  test('Floodgate finds the player, byte for byte', async () => {
    const service = await start(on)
    const steve = await service.account({ username: 'Steve' })
    await linkBedrock(service.context, operator, steve, { xuid, gamertag: 'Kid 7' })
    const answer = await service.get(link('bedrock', xuid))
    assert.equal(
      answer.text,
      `{"bedrock_id":${xuid},"java_id":"${hyphenatedUuid(steve.id)}","java_name":"Steve","last_name_update":${start2026}}`,
    )
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    service.advance(5 * minuteMs)
    await renameAccount(service.context, operator, await service.stored(steve), 'Alex')
    assert.deepEqual(readLikeFloodgate(await service.get(link('bedrock', xuid))), {
      xuid: BigInt(xuid),
      id: hyphenatedUuid(steve.id),
      name: 'Alex',
      at: start2026 + 5 * minuteMs,
    })
    const head = await service.request(link('bedrock', xuid), { method: 'HEAD' })
    assert.deepEqual([head.status, head.text], [200, ''])
  })

  test('a XUID of 19 digits is not rounded', async () => {
    const service = await start(on)
    const [one, other] = [await service.account(), await service.account()]
    await linkBedrock(service.context, operator, one, { xuid: largest })
    await linkBedrock(service.context, operator, other, { xuid: '9223372036854775806' })
    const found = readLikeFloodgate(await service.get(link('bedrock', largest)))
    assert.equal(found && 'xuid' in found && found.xuid, 2n ** 63n - 1n)
    const neighbour = readLikeFloodgate(await service.get(link('bedrock', '9223372036854775806')))
    assert.equal(neighbour && 'id' in neighbour && neighbour.id, hyphenatedUuid(other.id))
    // 2^53 + 1 is the first that a float would take for another.
    assert.equal((await service.get(link('bedrock', '9007199254740993'))).text, '{}')
  })

  test('no link is 200 and an empty object, never 204', async () => {
    const service = await start(on)
    const root = await rootOf(service)
    const steve = await service.account()
    for (const path of [
      link('bedrock', xuid),
      root + link('bedrock', xuid),
      link('java', steve.id),
      root + link('java', steve.id),
      root + link('java', 'ab'.repeat(16)),
    ]) {
      const answer = await service.get(path)
      assert.deepEqual([answer.status, answer.text], [200, '{}'], path)
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
    }
  })

  test('every refusal has a message, at both roots and for all of api.geysermc.org', async () => {
    const service = await start({ ...on, NORN_TRUST_PROXY: '127.0.0.1', NORN_LOOKUP_BAN_BURST: '1000000' })
    const root = await rootOf(service)
    const steve = await service.account()
    await addBan(service.context, operator, '192.0.2.66')
    const ids = [
      '0',
      '00',
      '-1',
      '1e3',
      '0x1f',
      '9223372036854775808',
      '12345678901234567890',
      '1.5',
      'Steve',
      '٣',
    ]
    const asked: [number, string, RequestInit?][] = [
      ...ids.map((id): [number, string] => [400, link('bedrock', encodeURIComponent(id))]),
      [400, link('java', 'no-uuid')],
      [400, link('java', '%00')],
      [400, link('bedrock', '%E0%A4%A')],
      [404, '/authlib-injector/geyser'],
      [404, '/authlib-injector/geyser/'],
      [404, '/authlib-injector/geyser/v2/link/bedrock'],
      [404, '/authlib-injector/geyser/v2/skin/2535405290123456'],
      [404, '/authlib-injector/geyser/v2/xbox/xuid/Kid'],
      [404, '/authlib-injector/geyser/v2/utils/uuid/bedrock_or_java/Kid?prefix=.'],
      [405, link('bedrock', xuid), { method: 'POST', body: '{}' }],
      [405, link('java', steve.id), { method: 'DELETE' }],
      [404, '/authlib-injector/geyser/v2/link/online', { method: 'POST', body: '{' }],
      [429, link('bedrock', xuid), { headers: { 'x-forwarded-for': '192.0.2.66' } }],
      [429, link('java', steve.id), { headers: { 'x-forwarded-for': '192.0.2.66' } }],
    ]
    for (const at of ['', root]) {
      for (const [status, path, init] of asked) {
        const answer = await service.request(at + path, init)
        assert.equal(answer.status, status, `${at}${path}: ${answer.text}`)
        assert.ok(readLikeFloodgate(answer), path)
        assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
        assert.equal(answer.headers.get('cache-control'), 'no-store', path)
        if (status === 405) assert.equal(answer.headers.get('allow'), 'GET, HEAD')
        if (status === 429) assert.match(answer.headers.get('retry-after') ?? '', /^[0-9]+$/)
      }
    }
    const unknown = `/at/${'x'.repeat(22)}`
    for (const id of ['1', 'x']) {
      const answer = await service.get(unknown + link('bedrock', id))
      assert.deepEqual([answer.status, Object.keys(answer.json)], [404, ['message']])
    }
    // A browser's Accept makes no page of it.
    const accept = { headers: { accept: 'text/html' } }
    assert.ok((await service.get('/authlib-injector/geyser/nowhere', accept)).json.message)
  })

  test('a database that is away is a refusal with a message', async (t) => {
    const service = await start(on)
    t.mock.method(service.context.db, 'run', async () => {
      throw new DatabaseUnavailable('gone')
    })
    const answer = await service.get(link('bedrock', xuid))
    assert.deepEqual([answer.status, Object.keys(answer.json)], [503, ['message']])
    t.mock.restoreAll()
  })

  test('game servers learn the id at Xbox of a player below a root of their own alone', async () => {
    const service = await start(on)
    const root = await rootOf(service)
    const steve = await service.account()
    await linkBedrock(service.context, operator, steve, { xuid })
    for (const id of [steve.id, hyphenatedUuid(steve.id), steve.id.toUpperCase()]) {
      assert.equal((await service.get(link('java', id))).text, '{}')
      const found = readLikeFloodgate(await service.get(root + link('java', id)))
      assert.equal(found && 'xuid' in found && found.xuid, BigInt(xuid))
    }
    // Leading zeros are the same number, and are not repeated.
    assert.match((await service.get(link('bedrock', `000${xuid}`))).text, new RegExp(`"bedrock_id":${xuid},`))
  })

  test('nobody is found who is suspended or waits for a deletion, as player or as account', async () => {
    const service = await start(on)
    const { context } = service
    const root = await rootOf(service, { characters: 'all' })
    const steve = await service.account()
    const other = await addCharacter(service, steve, 'Child')
    await linkBedrock(context, operator, steve, { xuid: '1' })
    await linkBedrock(context, operator, other, { xuid: '2' })
    const found = async () =>
      Promise.all(
        [
          link('bedrock', '1'),
          link('bedrock', '2'),
          root + link('bedrock', '2'),
          root + link('java', other.id),
        ].map(async (path) => readLikeFloodgate(await service.get(path)) !== undefined),
      )
    const [all, none] = [
      [true, true, true, true],
      [false, false, false, false],
    ]
    assert.deepEqual(await found(), all)
    await suspendAccount(context, operator, await service.stored(steve), { until: service.now() + minuteMs })
    assert.deepEqual(await found(), none)
    service.advance(minuteMs)
    assert.deepEqual(await found(), all)
    await suspendAccount(context, operator, await service.stored(other), {}, { only: true })
    assert.deepEqual(await found(), [true, false, false, false])
    await restoreAccount(context, operator, await service.stored(other), { only: true })
    await requestDeletion(context, operator, await service.stored(steve), { withCharacters: true })
    assert.deepEqual(await found(), none)
  })

  test('below the root of a game server nobody is found who may not join there', async () => {
    const service = await start(on)
    const { context } = service
    await createGroup(context, operator, { name: 'staff' })
    const root = await rootOf(service, { groups: ['staff'] })
    const steve = await service.account()
    const child = await addCharacter(service, steve, 'Child')
    await linkBedrock(context, operator, steve, { xuid: '1' })
    await linkBedrock(context, operator, child, { xuid: '2' })
    const found = async () =>
      Promise.all(
        [
          link('bedrock', '1'),
          link('bedrock', '2'),
          ...['1', '2'].map((id) => root + link('bedrock', id)),
          root + link('java', steve.id),
        ].map(async (path) => readLikeFloodgate(await service.get(path)) !== undefined),
      )
    assert.deepEqual(await found(), [true, true, false, false, false])
    await addMembers(context, operator, 'staff', [await service.stored(steve)])
    await setServer(context, operator, 'lobby', { characters: 'all' })
    assert.deepEqual(await found(), [true, true, true, true, true])
    await setServer(context, operator, 'lobby', { characters: 'primary' })
    assert.deepEqual(await found(), [true, true, true, false, true])
    await context.db.query.updateTable('game_server').set({ paused_at: 1 }).execute()
    assert.deepEqual(await found(), [true, true, false, false, false])
  })

  test('the metadata of both roots says so, and without the setting nothing is there', async () => {
    const service = await start(on)
    const root = await rootOf(service)
    const feature = 'feature.floodgate_global_linking'
    for (const at of ['', root]) {
      assert.equal((await service.get(`${at}/authlib-injector`)).json.meta[feature], true)
    }
    const off = await start()
    const steve = await off.account()
    await linkBedrock(off.context, operator, steve, { xuid })
    const below = await rootOf(off)
    for (const at of ['', below]) {
      assert.equal(feature in (await off.get(`${at}/authlib-injector`)).json.meta, false)
      for (const path of [link('bedrock', xuid), link('java', steve.id), '/authlib-injector/geyser/v2']) {
        const answer = await off.get(at + path)
        const nowhere = await off.get(`${at}/authlib-injector/nowhere`)
        assert.equal(answer.status, 404)
        const { path: asked, ...body } = answer.json
        const { path: _, ...expected } = nowhere.json
        assert.deepEqual(body, expected, asked)
      }
    }
    const shown = Object.keys((await off.get('/openapi.json')).json.paths)
    assert.deepEqual(
      shown.filter((path) => /geyser|bedrock/.test(path)),
      [],
    )
  })

  test('the next question after the end of a link finds nobody', async () => {
    const service = await start(on)
    const steve = await service.account()
    await linkBedrock(service.context, operator, steve, { xuid })
    assert.ok(readLikeFloodgate(await service.get(link('bedrock', xuid))))
    await unlinkBedrock(service.context, operator, steve)
    assert.equal((await service.get(link('bedrock', xuid))).text, '{}')
  })
})
