// How alike two pictures are, by what is drawn of them (docs/decisions/0144-likeness.md).
import { onFirstUse } from '../../lib/process/on-first-use.ts'
import type { Image, TextureKind } from './texture.ts'

/** Two pictures resemble each other if at most so many bits of their likenesses differ. */
export const nearBits = 3

/** 64 bits, as 16 hex digits. */
export const likenessBits = 64

/** A rectangle of the texture that is drawn, in pixels of a texture of the basic size, with its place in the drawing. */
type Piece = readonly [
  from: readonly [x: number, y: number],
  to: readonly [x: number, y: number],
  width: number,
  height: number,
]

/** The drawing: front and back next to each other, or the outer side of a cape. */
const canvas = { width: 32, height: 32 }
/** The drawing is compared in squares of this side, so that one pixel changes little. */
const square = 4
const columns = canvas.width / square
const numbers = columns * (canvas.height / square) * 3
/** Colours are compared with this level: nothing drawn is in the middle of them all. */
const middling = 96

/** Arms have only the columns that both models draw. */
const base: readonly Piece[] = [
  [[8, 8], [4, 0], 8, 8],
  [[24, 8], [20, 0], 8, 8],
  [[20, 20], [4, 8], 8, 12],
  [[32, 20], [20, 8], 8, 12],
  [[44, 20], [0, 8], 3, 12],
  [[52, 20], [16, 8], 2, 12],
  [[4, 20], [4, 20], 4, 12],
  [[12, 20], [20, 20], 4, 12],
]
/** Skins of 64x32 show the right limbs on both sides. */
const leftOfOld: readonly Piece[] = [
  [[44, 20], [12, 8], 3, 12],
  [[52, 20], [28, 8], 2, 12],
  [[4, 20], [8, 20], 4, 12],
  [[12, 20], [24, 20], 4, 12],
]
const leftOfNew: readonly Piece[] = [
  [[36, 52], [12, 8], 3, 12],
  [[44, 52], [28, 8], 2, 12],
  [[20, 52], [8, 20], 4, 12],
  [[28, 52], [24, 20], 4, 12],
]
const hat: readonly Piece[] = [
  [[40, 8], [4, 0], 8, 8],
  [[56, 8], [20, 0], 8, 8],
]
const clothes: readonly Piece[] = [
  [[20, 36], [4, 8], 8, 12],
  [[32, 36], [20, 8], 8, 12],
  [[44, 36], [0, 8], 3, 12],
  [[52, 36], [16, 8], 2, 12],
  [[52, 52], [12, 8], 3, 12],
  [[60, 52], [28, 8], 2, 12],
  [[4, 36], [4, 20], 4, 12],
  [[12, 36], [20, 20], 4, 12],
  [[4, 52], [8, 20], 4, 12],
  [[12, 52], [24, 20], 4, 12],
]
const cape: readonly Piece[] = [[[1, 1], [0, 0], 10, 16]]

/** Returns the likeness of a texture, in constant time whatever its size. Not a secret, and no proof of anything. */
export function likenessOf(image: Image, kind: TextureKind): string {
  return projected(drawn(image, kind))
}

/** Returns the number of bits in which two likenesses differ. */
export function differingBits(one: string, other: string): number {
  let bits = 0
  for (let at = 0; at < one.length; at += 8) {
    let differing = Number.parseInt(one.slice(at, at + 8), 16) ^ Number.parseInt(other.slice(at, at + 8), 16)
    for (; differing !== 0; differing &= differing - 1) bits++
  }
  return bits
}

/** Draws the picture and returns the colours of its squares, three numbers each. */
function drawn(image: Image, kind: TextureKind): Float64Array {
  const pixels = new Float64Array(canvas.width * canvas.height * 3)
  const isOld = image.height < image.width
  if (kind === 'cape') draw(image, cape, pixels, false)
  else {
    draw(image, base, pixels, true)
    draw(image, isOld ? leftOfOld : leftOfNew, pixels, true)
    draw(image, hat, pixels, false)
    if (!isOld) draw(image, clothes, pixels, false)
  }
  return squaresOf(pixels)
}

function draw(image: Image, pieces: readonly Piece[], pixels: Float64Array, isOpaque: boolean): void {
  const source = image.pixels
  const scale = image.width / 64
  const middle = Math.floor(scale / 2)
  for (const [[fromX, fromY], [toX, toY], width, height] of pieces) {
    for (let y = 0; y < height; y++) {
      const row = ((fromY + y) * scale + middle) * image.width + middle
      for (let x = 0; x < width; x++) {
        const from = (row + (fromX + x) * scale) * 4
        const to = ((toY + y) * canvas.width + toX + x) * 3
        const alpha = isOpaque ? 1 : (source[from + 3] as number) / 255
        for (let channel = 0; channel < 3; channel++) {
          const below = pixels[to + channel] as number
          pixels[to + channel] = below + ((source[from + channel] as number) - middling - below) * alpha
        }
      }
    }
  }
}

/** Returns the sums of the squares' pixels. */
function squaresOf(pixels: Float64Array): Float64Array {
  const sums = new Float64Array(numbers)
  for (let y = 0; y < canvas.height; y++) {
    for (let x = 0; x < canvas.width; x++) {
      const from = (y * canvas.width + x) * 3
      const to = (Math.floor(y / square) * columns + Math.floor(x / square)) * 3
      for (let channel = 0; channel < 3; channel++) {
        sums[to + channel] = (sums[to + channel] as number) + (pixels[from + channel] as number)
      }
    }
  }
  return sums
}

/**
 * Returns for each of 64 random directions on which side of it the drawing lies: the smaller the angle between two drawings,
 * the fewer bits differ.
 */
function projected(colours: Float64Array): string {
  const signs = directions()
  let digits = ''
  for (let bit = 0; bit < likenessBits; bit += 4) {
    let digit = 0
    for (let each = bit; each < bit + 4; each++) {
      let sum = 0
      for (let at = 0; at < numbers; at++)
        sum += (colours[at] as number) * (signs[each * numbers + at] as number)
      digit = digit * 2 + (sum > 0 ? 1 : 0)
    }
    digits += digit.toString(16)
  }
  return digits
}

/** The bits of xorshift32 (Marsaglia 2003) from a fixed beginning. They never change, since likenesses are stored. */
const directions = onFirstUse(() => {
  let state = 0x2545f491
  return Int8Array.from({ length: likenessBits * numbers }, () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state > 0 ? 1 : -1
  })
})
