// How near a near copy is (docs/decisions/0144-likeness.md).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bandsOf } from '../../../src/domain/moderation/likeness.ts'
import { differingBits, likenessOf, nearBits } from '../../../src/model/game/likeness.ts'
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

const colour = (): Colour => [random() * 255, random() * 255, random() * 255]

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
function skin(): Image {
  const image = { width: 64, height: 64, pixels: Buffer.alloc(64 * 64 * 4) }
  const [hair, shirt, trousers] = [colour(), colour(), colour()]
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
    fill(image, part, trousers)
  return image
}

test('of 500 skins with the same body, fewer than 5 resemble any one of them', () => {
  const likenesses = Array.from({ length: 500 }, () => likenessOf(skin(), 'skin'))
  for (const one of likenesses) {
    const near = likenesses.filter((other) => differingBits(one, other) <= nearBits)
    // Itself is one of them.
    assert.ok(near.length - 1 < 5, `${near.length - 1} resemble ${one}`)
  }
})

test('a skin of which one pixel was inverted is found, by its bands as well', () => {
  let [found, all] = [0, 0]
  for (let number = 0; number < 4; number++) {
    const image = skin()
    const likeness = likenessOf(image, 'skin')
    for (let at = 0; at < image.pixels.length; at += 4) {
      const pixels = Buffer.from(image.pixels)
      for (let channel = 0; channel < 3; channel++) pixels[at + channel] = 255 - (pixels[at + channel] ?? 0)
      const changed = likenessOf({ ...image, pixels }, 'skin')
      all += 1
      if (differingBits(changed, likeness) > nearBits) continue
      found += 1
      assert.ok(bandsOf(changed).some((band) => bandsOf(likeness).includes(band)))
    }
  }
  assert.ok(found / all > 0.99, `${found} of ${all}`)
})

test('an enlarged skin is the same skin', () => {
  const image = skin()
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
  assert.equal(likenessOf(large, 'skin'), likenessOf(image, 'skin'))
})
