// The keys of neighbours: the first are trusted, a changed one is announced and held, and game servers are given those
// for chat.
import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import { addServer } from '../../../src/domain/community/servers.ts'
import { confirmKeys, neighbourKeys, readDueKeys } from '../../../src/domain/neighbours/keys.ts'
import { addNeighbour, pauseNeighbour, setNeighbour } from '../../../src/domain/neighbours/neighbours.ts'
import { placeOf } from '../../../src/domain/neighbours/place.ts'
import { vendorHosts } from '../../../src/http/paths/vendor-words.ts'
import { hourMs, minuteMs } from '../../../src/lib/measure/units.ts'
import { type MockNeighbour, startNeighbour } from '../../neighbours/mock.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
const [first, second, third] = [rsa(), rsa(), rsa()]
const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'der' }).toString('base64')

onEveryDatabase('keys of neighbours', (start) => {
  const scene = async (t: { after: (work: () => Promise<void>) => void }) => {
    const service = await start({ NORN_NEIGHBOURS: 'on' })
    const { context } = service
    const mock = await startNeighbour()
    t.after(() => mock.close())
    mock.keys = { textures: first, chat: [first] }
    const given = { kind: 'authlib-injector', root: mock.root, private: true } as const
    const place = await placeOf(context, given, vendorHosts)
    await addNeighbour(context, operator, { id: 'other', place })
    const { root } = await addServer(context, operator, { name: 'lobby', neighbours: ['other'] })
    const { root: alone } = await addServer(context, operator, { name: 'alone' })
    const published = async (below = new URL(root).pathname): Promise<string[]> => {
      const { json } = await service.get(`${below}/authlib-injector/minecraftservices/publickeys`)
      return json.playerCertificateKeys.map(({ publicKey }: { publicKey: string }) => publicKey)
    }
    const own = await published(new URL(alone).pathname)
    return {
      service,
      context,
      mock,
      published,
      own,
      ofOthers: async () => (await published()).slice(own.length),
    }
  }

  const reading = async (service: RunningService) => {
    service.advance(5 * minuteMs)
    await readDueKeys(service.context)
  }
  const states = async ({ context }: RunningService) =>
    (await neighbourKeys(context, 'other')).map((key) => [key.use, key.spki, key.isTrusted])
  const events = async ({ context: { db } }: RunningService) =>
    (
      await db.query
        .selectFrom('audit_entry')
        .select('event')
        .where('event', 'like', 'neighbour.key%')
        .execute()
    ).map(({ event }) => event)

  test('the first keys are trusted, and given to the game servers of the neighbour alone', async (t) => {
    const { service, context, published, own, ofOthers } = await scene(t)
    assert.deepEqual(await states(service), [['textures', spki(first), true]])
    assert.deepEqual(await ofOthers(), [])
    await reading(service)
    assert.deepEqual(await ofOthers(), [spki(first)])
    assert.deepEqual(await published(''), own)
    assert.deepEqual(await events(service), [])
    await setNeighbour(context, operator, 'other', { chatKeys: false })
    assert.deepEqual(await ofOthers(), [])
    await setNeighbour(context, operator, 'other', { chatKeys: true })
    await pauseNeighbour(context, operator, 'other', true)
    assert.deepEqual(await ofOthers(), [])
  })

  test('a changed key is announced, held until confirmed, and then replaces the other', async (t) => {
    const { service, context, mock, ofOthers } = await scene(t)
    await reading(service)
    mock.keys = { textures: second, chat: [second] }
    await reading(service)
    await reading(service)
    assert.deepEqual(await ofOthers(), [spki(first)])
    assert.deepEqual(await events(service), ['neighbour.key_changed', 'neighbour.key_changed'])
    const confirmed = await confirmKeys(context, operator, 'other')
    assert.ok(confirmed.every(({ isTrusted }) => isTrusted))
    assert.deepEqual((await events(service)).slice(2), ['neighbour.key_confirmed', 'neighbour.key_confirmed'])
    assert.deepEqual((await ofOthers()).toSorted(), [spki(first), spki(second)].toSorted())
    await reading(service)
    assert.deepEqual(await ofOthers(), [spki(second)])
    assert.equal((await events(service)).length, 4)
  })

  test('a held key is trusted after 48 hours in a row, also while the neighbour is down', async (t) => {
    const { service, mock, ofOthers } = await scene(t)
    await reading(service)
    mock.keys.chat = [second]
    await reading(service)
    service.advance(24 * hourMs)
    // In between, it names the first one again.
    mock.keys.chat = [first]
    await reading(service)
    mock.keys.chat = [third]
    await reading(service)
    assert.equal((await events(service)).length, 2)
    await mock.close()
    service.advance(47 * hourMs)
    await reading(service)
    assert.deepEqual(await ofOthers(), [spki(first)])
    service.advance(hourMs)
    assert.deepEqual((await ofOthers()).toSorted(), [spki(first), spki(third)].toSorted())
  })

  test('a clock that was set back neither stops the readings nor shortens the 48 hours', async (t) => {
    const { service, mock, ofOthers } = await scene(t)
    await reading(service)
    service.setClock(-hourMs)
    // Otherwise nobody would hear of a changed key for an hour.
    mock.keys.chat = [second]
    await reading(service)
    assert.deepEqual(await events(service), ['neighbour.key_changed'])
    service.setClock(-hourMs)
    service.advance(48 * hourMs)
    assert.deepEqual(await ofOthers(), [spki(first)])
    // The hour that it was set back comes on top.
    service.advance(hourMs)
    assert.deepEqual((await ofOthers()).toSorted(), [spki(first), spki(second)].toSorted())
  })

  test('instances take turns, and answers without usable keys change nothing', async (t) => {
    const { service, context, mock, ofOthers } = await scene(t)
    await reading(service)
    const seen = mock.seen.length
    await Promise.all([readDueKeys(context), readDueKeys(context)])
    assert.equal(mock.seen.length, seen)
    service.advance(5 * minuteMs)
    await Promise.all([readDueKeys(context), readDueKeys(context), readDueKeys(context)])
    assert.equal(mock.seen.filter(({ path }) => path.endsWith('/publickeys')).length, 2)
    const before = await states(service)
    const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
    for (const chat of [[elliptic], Array.from({ length: 9 }, () => second), []]) {
      mock.keys = { textures: elliptic, chat }
      await reading(service)
      assert.deepEqual(await states(service), before)
    }
    assert.deepEqual(await ofOthers(), [spki(first)])
    await changing(mock, service)
    assert.ok((await states(service)).length <= 4)
  })

  /** A neighbour that names another key each time does not fill the database. */
  async function changing(mock: MockNeighbour, service: RunningService): Promise<void> {
    for (const key of [second, third, second, third]) {
      mock.keys = { textures: key, chat: [key] }
      await reading(service)
    }
  }

  test('a neighbour that changes its keys all the time is announced a day long, not each time', async (t) => {
    const { service, mock } = await scene(t)
    await reading(service)
    for (let turn = 0; turn < 40; turn++) {
      mock.keys = { textures: turn % 2 === 0 ? second : third, chat: [first] }
      await reading(service)
    }
    // 24, and one more each hour.
    assert.equal((await events(service)).length, 24 + 3)
  })
})
