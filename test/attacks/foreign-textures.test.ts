// Textures of a hostile neighbour's players. They must not put pictures of others, pictures that were not cleaned, or
// anything of this machine's network on players, nor hold up joins.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import dns from 'node:dns'
import { type TestContext, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { signedLinks } from '../../src/domain/game/foreign-links.ts'
import { confirmKeys, readDueKeys } from '../../src/domain/neighbours/keys.ts'
import { findNeighbour } from '../../src/domain/neighbours/neighbours.ts'
import { AddressRefused } from '../../src/lib/net/outgoing.ts'
import { neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { type Behaviour, behaviours } from '../neighbours/behaviours.ts'
import { neighbourKeys } from '../neighbours/keys.ts'
import { signedWith } from '../neighbours/mock.ts'
import { chunk, header, makePng, noise, pngOf, readPng } from '../png.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { until } from '../until.ts'

const settings = { NORN_NEIGHBOURS: 'on', NORN_LOOKUP_BANS: 'off' }
const skin = makePng(64, 64, noise(1))
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Files that an upload would be refused for. */
const files: Readonly<Record<string, Buffer>> = {
  empty: Buffer.alloc(0),
  'more than 1 MiB': Buffer.concat([skin, Buffer.alloc(2 ** 20)]),
  'not a picture': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  'of another size': makePng(65, 64, noise(1)),
  'a bomb of 2 gigapixels': pngOf(
    header(46_000, 46_000),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND'),
  ),
  animated: makePng(64, 64, noise(1), [chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))]),
  'cut off': skin.subarray(0, -20),
}

/** 200 MB of pixels, of which the header announces 16 KiB. An upload is read as far as its header says. */
const bomb = pngOf(
  header(64, 64),
  chunk('IDAT', deflateSync(Buffer.alloc(200_000_000), { level: 9 })),
  chunk('IEND'),
)

const hostile: readonly string[] = [
  'redirect-self',
  'redirect-loopback',
  'status-401',
  'status-500',
  'status-202',
  'wait',
  'html',
  'endless',
  'drip',
  'dead',
  'hangup',
  'gzip',
  'brotli',
]

onEveryDatabase('hostile textures', (start) => {
  const scene = async (t: TestContext) => {
    const service = await start(settings)
    const { ask, mocks, reason } = await neighbourhood(t, service, {
      other: { players: { Visitor: uuid(1) }, limit: 10_000, hasPictures: true },
    })
    const mock = mocks.other
    assert.ok(mock)
    mock.pictures.set('/skin.png', skin)
    mock.worn = { SKIN: { url: `${mock.url}/skin.png` } }
    const texturesIn = ({ properties }: any) => {
      const property = properties.find(({ name }: { name: string }) => name === 'textures')
      return property && JSON.parse(Buffer.from(property.value, 'base64').toString()).textures
    }
    let number = 0
    /** Resolves with the textures of a player who has not joined before, after they are copied if `isCopied`. */
    const worn = async (isCopied = true) => {
      // Breakers close, and failures are forgotten.
      service.advance(61_000)
      const [name, id] = [`Visitor_${number}`, uuid(100 + number++)]
      mock.players.set(name, { id })
      const join = async () => {
        const { status, json } = await ask(name)
        assert.deepEqual([status, json.name], [200, name])
        return texturesIn(json)
      }
      return isCopied ? await until('the copies are shown', join) : await join()
    }
    const stored = async () =>
      (await service.context.db.query.selectFrom('texture').select('hash').execute()).length
    return { service, context: service.context, ask, reason, mock, worn, stored }
  }

  test('textures that no trusted key has signed are not even asked for', async (t) => {
    const { service, context, mock, worn, stored } = await scene(t)
    const { signs } = mock
    const forged: Readonly<Record<string, (value: string) => string | undefined>> = {
      'another key': (value) => signedWith(stranger.privateKey, value),
      'another value': () => signs('e30='),
      'no signature': () => undefined,
      'not a signature': () => 'AAAA',
      empty: () => '',
      'one bit': (value) => {
        const bytes = Buffer.from(signs(value) ?? '', 'base64')
        bytes.writeUInt8((bytes[9] ?? 0) ^ 1, 9)
        return bytes.toString('base64')
      },
    }
    for (const [how, forging] of Object.entries(forged)) {
      mock.signs = forging
      assert.equal(await worn(false), undefined, how)
    }
    // A changed key is held until it is confirmed.
    mock.keys = { textures: stranger.publicKey, chat: [] }
    mock.signs = (value) => signedWith(stranger.privateKey, value)
    service.advance(300_000)
    await readDueKeys(context)
    assert.equal(await worn(false), undefined)
    assert.deepEqual([mock.seen.some(({ path }) => path === '/skin.png'), await stored()], [false, 0])
    await confirmKeys(context, operator, 'other')
    assert.ok((await worn()).SKIN)
  })

  test('textures of another player, twice, or in a payload with two answers are refused with the join', async (t) => {
    const { service, ask, reason, mock } = await scene(t)
    const twice = (json: string) => json.replace('"profileId"', `"profileId":"${'9'.repeat(32)}","profileId"`)
    const altered: Behaviour = (response, profile) => {
      const [property] = profile.properties
      const value = Buffer.from(twice(Buffer.from(property?.value ?? '', 'base64').toString())).toString(
        'base64',
      )
      const signature = signedWith(neighbourKeys.privateKey, value)
      response.end(JSON.stringify({ ...profile, properties: [{ name: 'textures', value, signature }] }))
    }
    for (const how of ['textures-of-another', 'textures-of-nobody', 'textures-twice', altered]) {
      mock.behave(how)
      service.advance(61_000)
      const answer = await ask('Visitor')
      assert.deepEqual([answer.status, await reason(answer)], [401, 'answer_malformed'], String(how))
    }
    assert.deepEqual(
      mock.seen.filter(({ path }) => path === '/skin.png'),
      [],
    )
  })

  test('other hosts, other schemes, credentials and unreadable addresses are not asked', async (t) => {
    const { mock, worn } = await scene(t)
    const port = new URL(mock.url).port
    for (const url of [
      'file:///etc/passwd',
      'data:image/png;base64,iVBORw0KGgo=',
      `ftp://127.0.0.1:${port}/skin.png`,
      `http://localhost:${port}/skin.png`,
      `http://127.0.0.1.elsewhere.test:${port}/skin.png`,
      `http://user:secret@127.0.0.1:${port}/skin.png`,
      `http://elsewhere.test\\@127.0.0.1:${port}/skin.png`,
      '//127.0.0.1/skin.png',
      `http://127.0.0.1:${port}/${'x'.repeat(3000)}`,
      'not a url',
      '',
    ]) {
      mock.worn = { SKIN: { url }, CAPE: { url } }
      assert.deepEqual(await worn(), {}, url)
    }
    for (const entry of [null, 7, [], { url: 7 }, { url: ['x'] }, {}]) {
      mock.worn = { SKIN: entry as any }
      assert.deepEqual(await worn(), {}, JSON.stringify(entry))
    }
    mock.worn = [] as any
    assert.deepEqual(await worn(), {})
    assert.deepEqual(
      mock.seen.filter(({ method, path }) => method === 'GET' && !path.includes('hasJoined')),
      [],
    )
  })

  test('a public neighbour is asked with encryption at the usual port, at public addresses alone', async (t) => {
    const { service, context, mock } = await scene(t)
    const neighbour = { ...(await findNeighbour(context, 'other')), isPrivate: false }
    const linksOf = async (url: string, hosts = ['pictures.test']) => {
      const payload = { profileId: uuid(1), textures: { SKIN: { url }, CAPE: { url } } }
      const value = Buffer.from(JSON.stringify(payload)).toString('base64')
      const textures = { value, signature: mock.signs(value) }
      return signedLinks(context, { ...neighbour, textureHosts: hosts }, { textures })
    }
    assert.deepEqual(await linksOf('http://pictures.test/a'), {
      skin: { url: 'https://pictures.test/a', model: 'default' },
      cape: { url: 'https://pictures.test/a' },
    })
    for (const url of [
      'https://pictures.test:8443/a',
      'http://pictures.test:8080/a',
      'https://pictures.test./a',
    ]) {
      assert.deepEqual(await linksOf(url), {}, url)
    }
    const read = (url: string) => context.pictures.read(neighbour, url, AbortSignal.timeout(5000))
    for (const host of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', '[fd00::1]', '0.0.0.0']) {
      await assert.rejects(read(`https://${host}/a`), AddressRefused, host)
      service.advance(61_000)
    }
    // The first answer about a name is the one that counts: there is no second one.
    let asked = 0
    t.mock.method(dns, 'lookup', (_host: string, _options: object, done: (...given: unknown[]) => void) =>
      done(null, [{ address: asked++ === 0 ? '127.0.0.1' : '192.0.2.1', family: 4 }]),
    )
    await assert.rejects(read('https://pictures.test/a'), AddressRefused)
    assert.equal(asked, 1)
  })

  test('pictures that an upload would be refused for are not shown, the other picture is', async (t) => {
    const { mock, worn, stored } = await scene(t)
    mock.worn = { SKIN: { url: `${mock.url}/bad.png` }, CAPE: { url: `${mock.url}/cape.png` } }
    mock.pictures.set('/cape.png', makePng(64, 32, noise(2)))
    for (const [how, file] of Object.entries(files)) {
      mock.pictures.set('/bad.png', file)
      const seen = await worn()
      assert.deepEqual(Object.keys(seen), ['CAPE'], how)
    }
    assert.equal(await stored(), 1)
    mock.pictures.set('/bad.png', bomb)
    const { SKIN } = await worn()
    const { width, height, pixels } = readPng(Buffer.from(await (await fetch(SKIN.url)).arrayBuffer()))
    assert.deepEqual([width, height, pixels.some((byte) => byte !== 0)], [64, 64, false])
  })

  test('hosts that redirect, stall, overflow or compress delay joins a little and store nothing', async (t) => {
    const { mock, worn, stored } = await scene(t)
    for (const how of hostile) {
      mock.pictures.set('/skin.png', behaviours[how] ?? skin)
      assert.equal((await worn(false))?.SKIN, undefined, how)
    }
    assert.equal(await stored(), 0)
    assert.deepEqual(
      mock.seen.filter(({ path }) => path === '/again'),
      [],
    )
    mock.pictures.set('/skin.png', skin)
    assert.ok((await worn()).SKIN)
  })
})
