// Skins of neighbours' players: copied from the neighbour, cleaned, stored and signed here.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { addServer } from '../../../src/domain/community/servers.ts'
import { setTexture } from '../../../src/domain/game/set-textures.ts'
import { addNeighbour, setNeighbour } from '../../../src/domain/neighbours/neighbours.ts'
import { placeOf } from '../../../src/domain/neighbours/place.ts'
import { purgeVisitors } from '../../../src/domain/neighbours/visitors.ts'
import { vendorHosts } from '../../../src/http/paths/vendor-words.ts'
import { sweep, sweepUnworn } from '../../../src/jobs/sweep.ts'
import { dayMs, minuteMs } from '../../../src/lib/measure/units.ts'
import { texturesKeyBits } from '../../cheap.ts'
import { startNeighbour } from '../../neighbours/mock.ts'
import { chunk, makePng, noise, readPng } from '../../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'
import { isSigned } from '../../signature.ts'
import { until } from '../../until.ts'
import { neighbourhood, uuid } from './scene.ts'

const settings = { NORN_NEIGHBOURS: 'on', NORN_LOOKUP_BANS: 'off' }
const comment = chunk('tEXt', Buffer.from('Comment\0from elsewhere'))
const skin = makePng(64, 64, noise(1), [comment])
const second = makePng(64, 64, noise(2))
const cape = makePng(22, 17, noise(3))

interface Textures {
  SKIN?: { url: string; metadata?: { model: string } }
  CAPE?: { url: string }
}

onEveryDatabase('mirrored textures', (start) => {
  const scene = async (t: TestContext, more: Record<string, string> = {}) => {
    const service = await start({ ...settings, ...more })
    const { at, ask, mocks } = await neighbourhood(t, service, {
      other: { players: { Visitor: uuid(1) }, limit: 10_000, hasPictures: true },
    })
    const mock = mocks.other
    assert.ok(mock)
    mock.worn = {}
    const wears = (kind: 'SKIN' | 'CAPE', path: string, png: Buffer, metadata?: object) => {
      mock.pictures.set(path, png)
      mock.worn[kind] = { url: `${mock.url}${path}`, ...(metadata && { metadata }) }
    }
    const join = async () => (await ask('Visitor')).json
    /** Joins until the pictures have been copied. */
    const joined = (isCopied: (textures: Textures) => boolean = ({ SKIN }) => SKIN !== undefined) =>
      until('the copies are shown', async () => {
        const json = await join()
        const textures = texturesIn(json)
        return textures && isCopied(textures) && { json, textures }
      })
    const profile = async (query = '') => service.get(`${at}/session/profile/${uuid(1)}${query}`)
    const reads = () => mock.seen.filter(({ path }) => mock.pictures.has(path)).map(({ path }) => path)
    return { service, context: service.context, at, mock, wears, join, joined, profile, reads }
  }

  const propertyIn = (json: any): { value: string; signature?: string } | undefined =>
    json.properties.find(({ name }: { name: string }) => name === 'textures')
  const payloadIn = (json: any) => {
    const property = propertyIn(json)
    return property && JSON.parse(Buffer.from(property.value, 'base64').toString())
  }
  const texturesIn = (json: any): Textures | undefined => payloadIn(json)?.textures
  const pictureAt = async ({ baseUrl }: RunningService, url = '') => {
    assert.ok(url.startsWith(`${baseUrl}/textures/`), url)
    const answer = await fetch(url)
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
  }
  const stored = async ({ context: { db } }: RunningService) =>
    (await db.query.selectFrom('texture').select('hash').execute()).length

  test('a join and a lookup show cleaned copies at our address, signed by us', async (t) => {
    const { service, mock, wears, joined, profile, reads } = await scene(t)
    wears('SKIN', '/skin.png', skin, { model: 'slim' })
    wears('CAPE', '/cape.png', cape)
    const { json } = await joined()
    const [property, payload] = [propertyIn(json), payloadIn(json)]
    assert.deepEqual(
      [payload.profileId, payload.profileName, payload.signatureRequired],
      [uuid(1), 'Visitor', true],
    )
    const { json: metadata } = await service.get('/authlib-injector/')
    assert.ok(await isSigned(metadata.signaturePublickey, property?.value ?? '', property?.signature ?? ''))
    assert.deepEqual(payload.textures.SKIN.metadata, { model: 'slim' })
    const copies = await Promise.all(
      [payload.textures.SKIN.url, payload.textures.CAPE.url].map((url) => pictureAt(service, url)),
    )
    assert.deepEqual(
      copies.map(({ body }) => [readPng(body).width, readPng(body).height, ...new Set(readPng(body).chunks)]),
      [
        [64, 64, 'IHDR', 'IDAT', 'IEND'],
        [64, 32, 'IHDR', 'IDAT', 'IEND'],
      ],
    )
    assert.deepEqual(readPng(copies[0]?.body ?? skin).pixels, readPng(skin).pixels)
    const { headers } = mock.seen.find(({ path }) => path === '/skin.png') ?? {}
    assert.deepEqual(headers, {
      host: new URL(mock.url).host,
      'accept-encoding': 'identity',
      accept: 'image/png',
      'user-agent': `norn (+${service.baseUrl})`,
      connection: 'close',
    })
    const signed = await profile('?unsigned=false')
    assert.equal(signed.text, JSON.stringify(json))
    const unsigned = (await profile('?unsigned=true')).json
    assert.equal(propertyIn(unsigned)?.signature, undefined)
    assert.deepEqual(texturesIn(unsigned), payload.textures)
    assert.deepEqual(reads().toSorted(), ['/cape.png', '/skin.png'])
  })

  test('a join does not wait for slow pictures, which are shown from the next one on', async (t) => {
    const { mock, wears, join, joined, reads } = await scene(t)
    wears('SKIN', '/slow.png', skin)
    const { promise, resolve } = Promise.withResolvers<void>()
    mock.pictures.set('/slow.png', (response) => void promise.then(() => response.end(skin)))
    const [first, another] = await Promise.all([join(), join()])
    assert.deepEqual([first.name, texturesIn(first), texturesIn(another)], ['Visitor', undefined, undefined])
    resolve()
    await joined()
    // All of them have waited for one copy.
    assert.deepEqual(reads(), ['/slow.png'])
  })

  test('copies are ten minutes old at most, and changed ones replace them', async (t) => {
    const { service, mock, wears, join, joined, reads } = await scene(t)
    wears('SKIN', '/1.png', skin)
    const { textures: first } = await joined()
    service.advance(10 * minuteMs - 1)
    assert.deepEqual(texturesIn(await join()), first)
    assert.deepEqual(reads(), ['/1.png'])
    // The same address has another picture. It is looked for while the former one is shown.
    mock.pictures.set('/1.png', second)
    service.advance(1)
    assert.deepEqual(texturesIn(await join()), first)
    await joined(({ SKIN }) => SKIN?.url !== first.SKIN?.url)
    assert.deepEqual(reads(), ['/1.png', '/1.png'])
    assert.equal(await stored(service), 1)
    // The clock is set back, and the copy seems to be of the future.
    service.setClock(-dayMs)
    mock.pictures.set('/1.png', skin)
    await joined(({ SKIN }) => SKIN?.url === first.SKIN?.url)
    mock.pictures.set('/1.png', second)
    service.advance(10 * minuteMs)
    await joined(({ SKIN }) => SKIN?.url !== first.SKIN?.url)
    // Another address is another picture at once, and no address means that there are none.
    wears('SKIN', '/2.png', skin)
    await joined(({ SKIN }) => SKIN?.url === first.SKIN?.url)
    mock.worn = {}
    await joined(({ SKIN }) => SKIN === undefined)
    assert.equal(await stored(service), 0)
  })

  test('a join that has read an old copy copies nothing if there is a new one', async (t) => {
    const { service, wears, join, joined, reads } = await scene(t)
    wears('SKIN', '/1.png', skin)
    await joined()
    const { pictures } = service.context
    const copy = pictures.copy.bind(pictures)
    let last: Promise<unknown> = Promise.resolve()
    t.mock.method(pictures, 'copy', (...asked: Parameters<typeof copy>) => {
      last = last.then(() => copy(...asked))
      return last
    })
    service.advance(10 * minuteMs)
    await Promise.all([join(), join()])
    await last
    assert.deepEqual(reads(), ['/1.png', '/1.png'])
  })

  test('the last copies are shown for seven days while the neighbour does not answer, then deleted', async (t) => {
    const { service, mock, wears, joined, profile } = await scene(t)
    wears('SKIN', '/skin.png', skin)
    const { textures } = await joined()
    await mock.close()
    service.advance(7 * dayMs - 1)
    assert.deepEqual(texturesIn((await profile()).json), textures)
    await sweep(service.context)
    assert.deepEqual(texturesIn((await profile()).json), textures)
    service.advance(1)
    assert.equal(texturesIn((await profile()).json), undefined)
    await sweep(service.context)
    await sweepUnworn(service.context, '')
    service.advance(dayMs)
    await sweepUnworn(service.context, '')
    assert.equal(await stored(service), 0)
  })

  test('copies are not swept while a visitor wears them', async (t) => {
    const { service, context, wears, joined, profile } = await scene(t)
    wears('SKIN', '/skin.png', skin)
    wears('CAPE', '/cape.png', cape)
    const { textures } = await joined()
    for (let day = 0; day < 3; day++) {
      await sweep(context)
      await sweepUnworn(context, '')
      service.advance(dayMs)
    }
    assert.equal(await stored(service), 2)
    assert.deepEqual(texturesIn((await profile()).json), textures)
  })

  test('players of another Norn wear their skin here', async (t) => {
    // With a key of its own: one with ours would be us.
    const home = await start({ NORN_TEXTURES_KEY_BITS: String(texturesKeyBits) })
    const service = await start(settings)
    t.after(() => home.close())
    const account = await home.account({ username: 'Wanderer' })
    await setTexture(home.context, operator, account.id, 'skin', skin, 'slim')
    await setTexture(home.context, operator, account.id, 'cape', cape)
    const root = `${home.baseUrl}/authlib-injector`
    const given = { kind: 'authlib-injector', root, private: true } as const
    const place = await placeOf(service.context, given, vendorHosts)
    await addNeighbour(service.context, operator, { id: 'home', place, who: 'everyone' })
    const { root: own } = await addServer(service.context, operator, { name: 'lobby', neighbours: ['home'] })
    const at = new URL(own).pathname
    const accessToken = await home.signIn(account)
    const textures = await until('the copies are shown', async () => {
      const join = { accessToken, selectedProfile: account.id, serverId: 'hash' }
      assert.equal((await home.post('/session/join', join)).status, 200)
      const joined = await service.get(`${at}/session/hasJoined?username=Wanderer&serverId=hash`)
      assert.equal(joined.json.id, account.id)
      return texturesIn(joined.json)
    })
    const theirs = texturesIn((await home.get(`/session/profile/${account.id}`)).json)
    // A picture that has been cleaned there is the same here.
    const moved = JSON.stringify(theirs).replaceAll(home.baseUrl, service.baseUrl)
    assert.deepEqual(textures, JSON.parse(moved))
    assert.equal((await pictureAt(service, textures.CAPE?.url)).status, 200)
  })

  test('another skin system is not asked about visitors, whose copies then have no valid signature', async (t) => {
    const system = await startNeighbour()
    t.after(() => system.close())
    const { service, wears, joined } = await scene(t, { NORN_SKIN_SYSTEM_URL: system.url })
    wears('SKIN', '/skin.png', skin)
    const { json, textures } = await joined()
    assert.equal(propertyIn(json)?.signature, 'Cg==')
    assert.equal((await pictureAt(service, textures.SKIN?.url)).status, 200)
    assert.deepEqual(system.seen, [])
  })

  test('copies of purged visitors go, those that an account wears stay', async (t) => {
    const { service, context, wears, joined } = await scene(t)
    wears('SKIN', '/skin.png', skin)
    wears('CAPE', '/cape.png', cape)
    const {
      textures: { SKIN },
    } = await joined()
    const hash = SKIN?.url.split('/').at(-1)
    const account = await service.account()
    await context.db.query
      .updateTable('account')
      .set({ skin_hash: hash })
      .where('id', '=', account.id)
      .execute()
    await purgeVisitors(context, operator, 'other')
    assert.deepEqual(await context.db.query.selectFrom('mirrored_textures').selectAll().execute(), [])
    for (let day = 0; day < 2; day++) {
      await sweepUnworn(context, '')
      service.advance(dayMs)
    }
    assert.equal(await stored(service), 1)
    assert.equal((await pictureAt(service, SKIN?.url)).status, 200)
  })

  test('nothing is copied with pass or drop, nor for players who have not joined', async (t) => {
    const { context, wears, join, joined, profile, reads } = await scene(t)
    wears('SKIN', '/skin.png', skin)
    assert.equal(texturesIn((await profile()).json), undefined)
    await setNeighbour(context, operator, 'other', { textures: 'drop' })
    assert.equal(texturesIn(await join()), undefined)
    assert.equal(texturesIn((await profile()).json), undefined)
    assert.deepEqual(reads(), [])
    await setNeighbour(context, operator, 'other', { textures: 'mirror' })
    await joined()
    assert.ok(texturesIn((await profile()).json)?.SKIN)
    // What was copied is not shown any longer.
    await setNeighbour(context, operator, 'other', { textures: 'drop' })
    assert.equal(texturesIn(await join()), undefined)
  })
})
