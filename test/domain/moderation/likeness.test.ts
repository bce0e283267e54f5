// How near a near copy is (docs/decisions/0144-likeness.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { bandsOf } from '../../../src/domain/moderation/likeness.ts'
import { likenessOf, resembles } from '../../../src/model/game/likeness.ts'
import type { Image } from '../../../src/model/game/texture.ts'

type Colour = readonly [number, number, number]

let state = 12_345

/** A number from 0 to 1, the same ones in each run. */
function random(): number {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) / 2 ** 32
}

const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item

/** Hair, shirt and trousers. */
type Outfit = readonly [Colour, Colour, Colour]

const colour = (): Colour => [random() * 255, random() * 255, random() * 255]
const anyOutfit = (): Outfit => [colour(), colour(), colour()]

/** The colours that people choose: 500 skins have many in common. */
const hairs: Colour[] = [
  [40, 28, 20],
  [75, 48, 28],
  [115, 75, 40],
  [190, 150, 85],
  [150, 70, 30],
  [120, 120, 120],
]
const shirts: Colour[] = [
  [180, 40, 40],
  [45, 75, 150],
  [60, 120, 60],
  [230, 230, 225],
  [45, 45, 50],
  [205, 170, 60],
  [110, 70, 140],
]
const trousers: Colour[] = [
  [45, 55, 100],
  [60, 60, 65],
  [100, 75, 50],
  [30, 30, 35],
  [150, 135, 105],
]
const naturalOutfit = (): Outfit => [oneOf(hairs), oneOf(shirts), oneOf(trousers)]

/** In colours of up to 12 levels more or less. */
const shaded = (): Outfit => {
  const shade = (of: Colour): Colour => [
    of[0] + 12 * (2 * random() - 1),
    of[1] + 12 * (2 * random() - 1),
    of[2] + 12 * (2 * random() - 1),
  ]
  const [hair, shirt, trouser] = naturalOutfit()
  return [shade(hair), shade(shirt), shade(trouser)]
}

function fill(image: Image, [left, top, width, height]: readonly number[], painted: Colour): void {
  for (let y = 0; y < (height ?? 0); y++) {
    for (let x = 0; x < (width ?? 0); x++) {
      // The same shading for all.
      const light = 1 - 0.03 * ((x * 7 + y * 3) % 5) - 0.01 * y
      const at = (((top ?? 0) + y) * image.width + (left ?? 0) + x) * 4
      painted.forEach((level, channel) => {
        image.pixels[at + channel] = Math.max(0, Math.min(255, Math.round(level * light)))
      })
      image.pixels[at + 3] = 255
    }
  }
}

/** A skin with the body that all have, and hair, shirt and trousers of its own. */
function skin([hair, shirt, trouser]: Outfit): Image {
  const image = { width: 64, height: 64, pixels: Buffer.alloc(64 * 64 * 4) }
  const [fringe, sleeve] = [1 + Math.floor(random() * 3), 4 + Math.floor(random() * 8)]
  fill(image, [0, 0, 32, 16], [198, 134, 98])
  fill(image, [40, 16, 16, 16], [198, 134, 98])
  fill(image, [32, 48, 16, 16], [198, 134, 98])
  for (const part of [
    [8, 0, 8, 8],
    [0, 8, 8, 4],
    [16, 8, 8, 4],
    [24, 8, 8, 6],
    [8, 8, 8, fringe],
  ])
    fill(image, part, hair)
  for (const part of [
    [16, 16, 24, 16],
    [40, 16, 16, sleeve],
    [32, 48, 16, sleeve],
  ])
    fill(image, part, shirt)
  for (const part of [
    [0, 16, 16, 16],
    [16, 48, 16, 16],
  ])
    fill(image, part, trouser)
  return image
}

const likenessOfSkin = (image: Image) => likenessOf(image, 'skin', setImmediate)

/** The picture with each pixel as it is returned. */
function repainted(image: Image, paint: (level: number, channel: number, at: number) => number): Image {
  const pixels = Buffer.from(image.pixels)
  for (let at = 0; at < pixels.length; at += 4) {
    for (let channel = 0; channel < 3; channel++) {
      const level = paint(pixels[at + channel] ?? 0, channel, at)
      pixels[at + channel] = Math.max(0, Math.min(255, Math.round(level)))
    }
  }
  return { ...image, pixels }
}

const inverted = (image: Image, pixel: number): Image =>
  repainted(image, (level, _, at) => (at === pixel * 4 ? 255 - level : level))

for (const [colours, outfit] of Object.entries({ any: anyOutfit, natural: naturalOutfit, shaded })) {
  test(`of 500 skins with the same body, fewer than 5 resemble any one of them (${colours} colours)`, async () => {
    const skins = Array.from({ length: 500 }, () => skin(outfit()))
    const files = skins.map(({ pixels }) => pixels.toString('latin1'))
    const likenesses = await Promise.all(skins.map(likenessOfSkin))
    let most = 0
    for (const [number, one] of likenesses.entries()) {
      // The same pixels are refused.
      const near = likenesses.filter(
        (other, at) => files[at] !== files[number] && resembles(one, other),
      ).length
      most = Math.max(most, near)
    }
    assert.ok(most < 5, `${most} resemble one of them`)
  })
}

test('a skin of which one pixel was inverted is found, by its bands as well', async () => {
  let [found, all] = [0, 0]
  for (const outfit of [anyOutfit, anyOutfit, naturalOutfit, naturalOutfit]) {
    const image = skin(outfit())
    const likeness = await likenessOfSkin(image)
    for (let pixel = 0; pixel < 64 * 64; pixel++) {
      const changed = await likenessOfSkin(inverted(image, pixel))
      all += 1
      if (!resembles(changed, likeness)) continue
      found += 1
      assert.ok(bandsOf(changed).some((band) => bandsOf(likeness).includes(band)))
    }
  }
  assert.ok(found / all > 0.999, `${found} of ${all}`)
})

test('a skin in other colours, in another light or with some other pixels is found', async () => {
  const shift = (red: number, green: number, blue: number) => (image: Image) =>
    repainted(image, (level, channel) => level + ([red, green, blue][channel] ?? 0))
  const changes = {
    'a little lighter': shift(4, 4, 4),
    'much lighter': shift(16, 16, 16),
    redder: shift(8, 0, 0),
    warmer: shift(10, 0, -10),
    'two pixels': (image: Image) => inverted(inverted(image, 10 * 64 + 11), 25 * 64 + 22),
  }
  for (const [name, change] of Object.entries(changes)) {
    let found = 0
    for (let number = 0; number < 60; number++) {
      const image = skin(number % 2 === 0 ? anyOutfit() : naturalOutfit())
      if (resembles(await likenessOfSkin(image), await likenessOfSkin(change(image)))) found += 1
    }
    assert.ok(found >= 58, `${name}: ${found} of 60`)
  }
})

test('capes of other colours and patterns do not resemble each other, and are found with one changed pixel', async () => {
  const cape = (paint: (x: number, y: number) => Colour): Image => {
    const image = { width: 64, height: 32, pixels: Buffer.alloc(64 * 32 * 4) }
    for (let y = 0; y < 17; y++)
      for (let x = 0; x < 22; x++) image.pixels.set([...paint(x, y), 255], (y * 64 + x) * 4)
    return image
  }
  const of = (image: Image) => likenessOf(image, 'cape', setImmediate)
  const capes = [
    cape(() => [180, 20, 20]),
    cape(() => [20, 40, 190]),
    cape(() => [240, 240, 240]),
    cape(() => [15, 15, 15]),
    cape((x) => (x % 4 < 2 ? [180, 20, 20] : [20, 20, 20])),
    cape((_, y) => (y % 4 < 2 ? [180, 20, 20] : [20, 20, 20])),
    cape((x, y) => [y * 14, x * 10, 60]),
  ]
  let [found, all] = [0, 0]
  for (const [number, one] of capes.entries()) {
    const likeness = await of(one)
    for (const other of capes.slice(number + 1)) assert.ok(!resembles(likeness, await of(other)), `${number}`)
    for (let pixel = 64; pixel < 64 * 17; pixel++) {
      if (pixel % 64 < 1 || pixel % 64 > 10) continue
      all += 1
      if (resembles(likeness, await of(inverted(one, pixel)))) found += 1
    }
  }
  assert.ok(found / all > 0.97, `${found} of ${all}`)
})

test('an enlarged skin is the same skin', async () => {
  const image = skin(anyOutfit())
  const large = { width: 128, height: 128, pixels: Buffer.alloc(128 * 128 * 4) }
  for (let y = 0; y < 128; y++) {
    for (let x = 0; x < 128; x++)
      image.pixels.copy(
        large.pixels,
        (y * 128 + x) * 4,
        ((y >> 1) * 64 + (x >> 1)) * 4,
        ((y >> 1) * 64 + (x >> 1)) * 4 + 4,
      )
  }
  assert.equal(await likenessOfSkin(large), await likenessOfSkin(image))
})
