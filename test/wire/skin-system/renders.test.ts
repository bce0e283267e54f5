import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setTexture } from '../../../src/domain/game/set-textures.ts'
import type { TextureKind } from '../../../src/model/game/texture.ts'
import { makePng, type Paint, readPng } from '../../png.ts'
import { onEveryDatabase, operator, type RunningService } from '../../service.ts'

/** Every pixel says where it is on the skin. */
const own: Paint = (x, y) => [x, y, 7, 255]
const none = [9, 9, 9, 0] as const

/** Is the pixel of a 64x64 skin in the second layer? Written down from the layout of skins since 1.8. */
const isOuter = (x: number, y: number): boolean =>
  (y < 16 && x >= 32) || (y >= 32 && y < 48) || (y >= 48 && (x < 16 || x >= 48))

type Place = readonly [x: number, y: number]

/** Reads places, each as `x,y`, with spaces between them. */
const placesOf = (text: string): Place[] =>
  [...text.matchAll(/(\d+),(\d+)/g)].map(([, x, y]) => [Number(x), Number(y)])

/** The first and the last pixel of each part in a picture: head, chest, the arms and the legs from left to right. */
const inPicture = placesOf('4,0 11,7  4,8 11,19  0,8 3,19  12,8 15,19  4,20 7,31  8,20 11,31')
const slimArms = placesOf('1,8 3,19  12,8 14,19')
/** Their places on the skin. */
const onSkin = {
  front: placesOf('8,8 15,15  20,20 27,31  44,20 47,31  36,52 39,63  4,20 7,31  20,52 23,63'),
  back: placesOf('24,8 31,15  32,20 39,31  44,52 47,63  52,20 55,31  28,52 31,63  12,20 15,31'),
  slimFront: placesOf('44,20 46,31  36,52 38,63'),
  slimBack: placesOf('43,52 45,63  51,20 53,31'),
  outerFront: placesOf('40,8 47,15  20,36 27,47  44,36 47,47  52,52 55,63  4,36 7,47  4,52 7,63'),
  outerBack: placesOf('56,8 63,15  32,36 39,47  60,52 63,63  52,36 55,47  12,52 15,63  12,36 15,47'),
}

async function stored(
  service: RunningService,
  kind: TextureKind,
  size: readonly [number, number],
  paint: Paint,
): Promise<string> {
  const { id } = await service.account()
  await setTexture(service.context, operator, id, kind, makePng(...size, paint))
  const row = service.context.db.query.selectFrom('account').selectAll().where('id', '=', id)
  const { skin_hash, cape_hash } = await row.executeTakeFirstOrThrow()
  return (kind === 'skin' ? skin_hash : cape_hash) ?? ''
}

async function render(service: RunningService, hash: string, query = '', headers = {}) {
  const response = await fetch(`${service.baseUrl}/skinsystem/render/${hash}.png${query}`, { headers })
  return { response, body: Buffer.from(await response.arrayBuffer()) }
}

/** Returns the colour at a place of the figure, each of whose pixels is a square of the picture. */
async function painted(service: RunningService, hash: string, query: string, rows = 32) {
  const { response, body } = await render(service, hash, query)
  assert.equal(response.status, 200, query)
  const { width, height, pixels } = readPng(body)
  const side = height / rows
  const at = ([x, y]: readonly number[], more = 0) => {
    const start = ((y! * side + more) * width + x! * side + more) * 4
    return [...pixels.subarray(start, start + 4)]
  }
  return { width, height, side, at }
}

onEveryDatabase('GET /skinsystem/render', (start, shared) => {
  test('each part of the body comes from its place on the skin, seen from the front and from behind', async () => {
    const service = await shared()
    const hash = await stored(service, 'skin', [64, 64], (x, y) => (isOuter(x, y) ? none : own(x, y)))
    for (const [query, places, sources] of [
      ['?height=128&view=front&model=default', inPicture, onSkin.front],
      ['?height=128&view=back&model=default', inPicture, onSkin.back],
      ['?height=256&view=front&model=slim', slimArms, onSkin.slimFront],
      ['?height=512&view=back&model=slim', slimArms, onSkin.slimBack],
    ] as const) {
      const { width, height, side, at } = await painted(service, hash, query)
      assert.deepEqual([width, height], [height / 2, Number(/\d+/.exec(query)?.[0])])
      for (const [i, place] of places.entries())
        for (const more of [0, side - 1])
          assert.deepEqual(at(place, more), [...sources[i]!, 7, 255], `${query} ${place}`)
      // Next to the head, and next to the legs.
      for (const empty of [
        [3, 0],
        [12, 7],
        [3, 20],
        [12, 31],
      ])
        assert.equal(at(empty)[3], 0)
      if (query.endsWith('slim'))
        for (const empty of [
          [0, 8],
          [15, 8],
        ])
          assert.equal(at(empty)[3], 0)
    }
  })

  test('the second layer lies over the first, which is opaque whatever it says', async () => {
    const service = await shared()
    const both = await stored(service, 'skin', [64, 64], own)
    for (const [view, sources] of [
      ['front', onSkin.outerFront],
      ['back', onSkin.outerBack],
    ] as const) {
      const { at } = await painted(service, both, `?view=${view}&model=default&height=128`)
      for (const [i, place] of inPicture.entries())
        assert.deepEqual(at(place), [...sources[i]!, 7, 255], `${view} ${place}`)
    }
    const glass: Paint = (x, y) => (isOuter(x, y) ? [255, 0, 0, 51] : [0, 100, 0, 0])
    const { at } = await painted(service, await stored(service, 'skin', [64, 64], glass), '?model=default')
    for (const place of inPicture) assert.deepEqual(at(place), [51, 80, 0, 255])
  })

  test('an old skin has its right arm and leg on the left as well, mirrored', async () => {
    const service = await shared()
    const hash = await stored(service, 'skin', [64, 32], own)
    const seen = await painted(service, hash, '?height=128')
    for (const [place, from] of [
      [
        [4, 0],
        [8, 8],
      ],
      [
        [0, 8],
        [44, 20],
      ],
      [
        [12, 8],
        [47, 20],
      ],
      [
        [15, 19],
        [44, 31],
      ],
      [
        [7, 20],
        [7, 20],
      ],
      [
        [8, 20],
        [7, 20],
      ],
    ])
      assert.deepEqual(seen.at(place!), [...from!, 7, 255], `${place}`)
    const behind = await painted(service, hash, '?height=128&view=back')
    assert.deepEqual(
      [behind.at([0, 8]), behind.at([15, 8])],
      [
        [55, 20, 7, 255],
        [55, 20, 7, 255],
      ],
    )
  })

  test('a cape is drawn as its outer side; a skin of the same size as a player', async () => {
    const service = await shared()
    const cape: Paint = (x, y) => (x < 46 && y < 22 ? own(x, y) : none)
    const hash = await stored(service, 'cape', [64, 32], cape)
    for (const view of ['front', 'back']) {
      const { width, height, at } = await painted(service, hash, `?height=256&view=${view}`, 16)
      assert.deepEqual([width, height], [160, 256])
      assert.deepEqual(
        [at([0, 0]), at([9, 15])],
        [
          [1, 1, 7, 255],
          [10, 16, 7, 255],
        ],
      )
    }
    const small = await stored(service, 'cape', [22, 17], (x, y) => [x, y, 8, 255])
    assert.deepEqual((await painted(service, small, '?height=128', 16)).at([9, 15]), [10, 16, 8, 255])
    // With a model, every file is a skin.
    assert.equal((await painted(service, hash, '?height=256&model=default')).width, 128)
  })

  test('without a model the pixels decide how wide the arms are', async () => {
    const service = await shared()
    const thin: Paint = (x, y) => (x >= 54 && x < 56 && y >= 20 && y < 32 ? none : own(x, y))
    for (const [paint, alpha] of [
      [thin, 0],
      [own, 255],
    ] as const) {
      const { at } = await painted(service, await stored(service, 'skin', [64, 64], paint), '')
      assert.equal(at([0, 8])[3], alpha)
    }
  })

  test('large skins are drawn as finely as the picture shows', async () => {
    const service = await start({ NORN_TEXTURE_MAX_SCALE: '16' })
    const fine: Paint = (x, y) => [x >> 2, y >> 2, 7, 255]
    const hash = await stored(service, 'skin', [1024, 1024], fine)
    for (const height of [128, 512]) {
      const { side, at } = await painted(service, hash, `?model=default&height=${height}`)
      // The hat is over the head; the middle of the first and of the last square of each pixel of the picture.
      const middle = height === 512 ? 0 : 2
      assert.deepEqual(at([4, 0]), [(640 + middle) >> 2, (128 + middle) >> 2, 7, 255])
      assert.deepEqual(at([11, 7], side - 1), [(767 - middle) >> 2, (255 - middle) >> 2, 7, 255])
    }
  })

  test('pictures are kept forever, and their tags say what they show', async () => {
    const service = await shared()
    const hash = await stored(service, 'skin', [64, 64], own)
    const { response } = await render(service, hash, '?view=back&model=slim&height=128')
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(response.headers.get('content-type'), 'image/png')
    const tag = response.headers.get('etag') ?? ''
    assert.equal(tag, `"back-128-${hash}-slim"`)
    const headers = { 'if-none-match': tag }
    const again = await render(service, hash, '?view=back&model=slim&height=128', headers)
    assert.deepEqual([again.response.status, again.body.length], [304, 0])
    assert.equal(
      (await render(service, hash, '?view=front&model=slim&height=128', headers)).response.status,
      200,
    )
    assert.equal((await fetch(`${service.baseUrl}/skinsystem/render/${hash}`)).status, 200)
  })

  test('unknown textures are 404, also for clients that have the picture; wrong and repeated parameters are 400', async () => {
    const service = await shared()
    const hash = await stored(service, 'skin', [64, 64], own)
    for (const unknown of ['0'.repeat(64), hash.toUpperCase(), 'x', '..%2f..%2fetc', '%00']) {
      const { response, body } = await render(service, unknown, '', { 'if-none-match': '*' })
      assert.deepEqual(
        [response.status, body.toString(), response.headers.get('cache-control')],
        [404, '{"error":"Not Found","errorMessage":"There is no such texture."}', 'no-store'],
      )
    }
    const wrong =
      'view=side view= view=FRONT model=slimmer model= height=200 height=256.0 height= height=0x80'
    const repeated = 'view=front&view=front model=slim&model=slim height=256&height=256'
    for (const query of `${wrong} height=%20256 ${repeated}`.split(' '))
      for (const asked of [hash, '0'.repeat(64)])
        assert.equal((await render(service, asked, `?${query}`)).response.status, 400, query)
    assert.equal((await render(service, hash, '?size=7')).response.status, 200)
  })

  test('while too many pictures are drawn the answer is 429, and the picture comes later', async () => {
    const service = await start()
    const hashes: string[] = []
    for (let red = 0; red < 10; red++)
      hashes.push(await stored(service, 'skin', [64, 64], (_x, y) => [red, y, 7, 255]))
    const large = { width: 256, height: 256, pixels: randomBytes(256 * 256 * 4) }
    const asker = { groups: ['127.0.0.1'] }
    // More than can wait for a core, of the network that asks.
    let isOver = false
    const crowd = Array.from({ length: 64 * availableParallelism() + 20 }, async () => {
      while (!isOver) {
        await service.context.imageWork.encode(large, asker).catch(() => undefined)
        await setImmediate()
      }
    })
    // One that comes when a core becomes free is let in: then another picture is asked for.
    let hash = ''
    let response: Response | undefined
    for (hash of hashes) {
      ;({ response } = await render(service, hash))
      if (response.status !== 200) break
    }
    isOver = true
    await Promise.all(crowd)
    assert.deepEqual([response?.status, response?.headers.get('retry-after')], [429, '1'])
    assert.equal(response?.headers.get('cache-control'), 'no-store')
    assert.equal((await render(service, hash)).response.status, 200)
  })
})
