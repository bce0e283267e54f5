// How alike two pictures are, by what is drawn of them (docs/decisions/0144-likeness.md).
import { onFirstUse } from '../../lib/process/on-first-use.ts'
import type { Image, TextureKind } from './texture.ts'

/** 64 bits, as hex digits. */
export const likenessDigits = 16

/** Two pictures resemble each other if at most so many digits of their likenesses differ: each is a part of the drawing. */
export const nearDigits = 3

/** A rectangle of the texture that is drawn, in pixels of a texture of the basic size, with its place in the drawing. */
type Piece = readonly [
  from: readonly [x: number, y: number],
  to: readonly [x: number, y: number],
  width: number,
  height: number,
]

/** The drawing: front and back next to each other, or the outer side of a cape. */
const canvas = { width: 32, height: 32 }

/** A part of the drawing. Each has a hex digit of the likeness. */
type Part = readonly [x: number, y: number, width: number, height: number]

/** Parts are compared by the mean colours of their lengths of so many rows. */
const rows = 2

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

/**
 * Left and right, front and back of head, trunk, arms and legs, in turns: clothes lie in several parts, one pixel in one.
 * Pictures that have a face or a pair of trousers in common share no quarter of the digits.
 */
const partsOfSkin: readonly Part[] = [
  [4, 0, 4, 8],
  [4, 8, 4, 12],
  [0, 8, 3, 12],
  [4, 20, 4, 12],
  [8, 0, 4, 8],
  [8, 8, 4, 12],
  [12, 8, 3, 12],
  [8, 20, 4, 12],
  [20, 0, 4, 8],
  [20, 8, 4, 12],
  [16, 8, 2, 12],
  [20, 20, 4, 12],
  [24, 0, 4, 8],
  [24, 8, 4, 12],
  [28, 8, 2, 12],
  [24, 20, 4, 12],
]
const columnsOfCape: readonly (readonly [x: number, width: number])[] = [
  [0, 3],
  [3, 2],
  [5, 2],
  [7, 3],
]
const partsOfCape: readonly Part[] = [0, 4, 8, 12].flatMap((y) =>
  columnsOfCape.map(([x, width]): Part => [x, y, width, 4]),
)

/** Chosen by measuring. */
interface Measures {
  /** Added to every contrast, so that the noise of a picture in one colour does not count. */
  leastContrast: number
  /** The widths of the stripes by which colours are told apart: in contrasts, and in levels. */
  stripes: { ofPart: number; ofWhole: number }
}

/** A cape has fewer pixels, and is often little more than its colour. */
const forms: Readonly<Record<TextureKind, Measures & { parts: readonly Part[] }>> = {
  skin: { parts: partsOfSkin, leastContrast: 10, stripes: { ofPart: 1.1, ofWhole: 400 } },
  cape: { parts: partsOfCape, leastContrast: 24, stripes: { ofPart: 1.1, ofWhole: 120 } },
}

/**
 * Returns the likeness of a texture, in constant time whatever its size. Not a secret, and no proof of anything. Pauses
 * between its two halves, so that it does not hold up the event loop.
 */
export async function likenessOf(
  image: Image,
  kind: TextureKind,
  pause: () => Promise<unknown>,
): Promise<string> {
  const pixels = drawn(image, kind)
  await pause()
  const { parts, ...measures } = forms[kind]
  return digitsOf(coloursOf(pixels, parts), measures)
}

/** Returns true if one of the pictures may be the other one with small changes. */
export function resembles(one: string, other: string): boolean {
  let differing = 0
  for (let at = 0; at < likenessDigits; at++) if (one[at] !== other[at]) differing++
  return differing <= nearDigits
}

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
  return pixels
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
          pixels[to + channel] = below + ((source[from + channel] as number) - below) * alpha
        }
      }
    }
  }
}

type Colour = readonly [red: number, green: number, blue: number]

/** Returns the mean colours of each part, from top to bottom. */
const coloursOf = (pixels: Float64Array, parts: readonly Part[]): Colour[][] =>
  parts.map(([x, y, width, height]) =>
    Array.from({ length: height / rows }, (_, length) => meanColour(pixels, x, y + length * rows, width)),
  )

function meanColour(pixels: Float64Array, left: number, top: number, width: number): Colour {
  let [red, green, blue] = [0, 0, 0]
  for (let y = top; y < top + rows; y++) {
    for (let x = left; x < left + width; x++) {
      const at = (y * canvas.width + x) * 3
      red += pixels[at] as number
      green += pixels[at + 1] as number
      blue += pixels[at + 2] as number
    }
  }
  const count = width * rows
  return [red / count, green / count, blue / count]
}

const black: Colour = [0, 0, 0]

/**
 * Returns a digit for each part. Three bits say in which of many stripes its colours lie, seen from the mean of the whole
 * picture and by its contrast, so that all of it in another colour or brightness is nearly the same. The fourth bit says
 * that of this mean.
 */
function digitsOf(parts: readonly Colour[][], { leastContrast, stripes }: Measures): string {
  const all = parts.flat()
  const mean = meanOf(all)
  const stripe = stripes.ofPart * (contrastOf(all, mean) + leastContrast)
  const given = directions()
  let at = 0
  const side = (colours: readonly Colour[], from: Colour, width: number): number => {
    let sum = 0
    for (const [red, green, blue] of colours) {
      sum += (red - from[0]) * (given[at++] as number)
      sum += (green - from[1]) * (given[at++] as number)
      sum += (blue - from[2]) * (given[at++] as number)
    }
    return Math.floor(sum / width + (given[at++] as number)) & 1
  }
  return parts
    .map((colours) => {
      let bits = 0
      for (let bit = 0; bit < 3; bit++) bits = bits * 2 + side(colours, mean, stripe)
      return (bits * 2 + side([mean], black, stripes.ofWhole)).toString(16)
    })
    .join('')
}

function meanOf(colours: readonly Colour[]): Colour {
  let [red, green, blue] = [0, 0, 0]
  for (const colour of colours) {
    red += colour[0]
    green += colour[1]
    blue += colour[2]
  }
  return [red / colours.length, green / colours.length, blue / colours.length]
}

/** Returns by how much the colours differ from their mean. */
function contrastOf(colours: readonly Colour[], mean: Colour): number {
  let sum = 0
  for (const [red, green, blue] of colours)
    sum += Math.abs(red - mean[0]) + Math.abs(green - mean[1]) + Math.abs(blue - mean[2])
  return sum / (colours.length * 3)
}

/** Enough for all colours and stripes of a skin. */
const directionCount = 1024

/**
 * Random numbers from -1 to 1, by xorshift32 (Marsaglia 2003) from a fixed beginning. Neither they nor anything here may
 * change, since likenesses are stored.
 */
const directions = onFirstUse(() => {
  let state = 0x2545f491
  return Float64Array.from({ length: directionCount }, () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state / 2 ** 31
  })
})
