import type { Image } from './texture.ts'

type Colour = readonly [red: number, green: number, blue: number]

const skin: Colour = [214, 170, 136]
const hair: Colour = [92, 64, 48]
const eye: Colour = [52, 66, 92]
const mouth: Colour = [168, 118, 94]
const shirt: Colour = [76, 122, 104]
const trousers: Colour = [66, 70, 92]

/** Rectangles of a 64x64 skin. Later ones are drawn over earlier ones. */
const patches: readonly [left: number, top: number, width: number, height: number, colour: Colour][] = [
  [0, 0, 32, 16, hair],
  [8, 8, 8, 8, skin],
  [8, 8, 8, 2, hair],
  [8, 10, 1, 1, hair],
  [15, 10, 1, 1, hair],
  [9, 12, 2, 1, [236, 236, 236]],
  [13, 12, 2, 1, [236, 236, 236]],
  [10, 12, 1, 1, eye],
  [13, 12, 1, 1, eye],
  [11, 14, 2, 1, mouth],
  [16, 16, 24, 16, shirt],
  [40, 16, 16, 16, skin],
  [44, 16, 12, 9, shirt],
  [40, 20, 16, 5, shirt],
  [32, 48, 16, 16, skin],
  [32, 48, 16, 9, shirt],
  [0, 16, 16, 16, trousers],
  [16, 48, 16, 16, trousers],
]

/** Draws the skin that portraits show for players without one. */
export function drawDefaultSkin(): Image {
  const pixels = Buffer.alloc(64 * 64 * 4)
  for (const [left, top, width, height, colour] of patches) {
    for (let y = top; y < top + height; y++) {
      for (let x = left; x < left + width; x++) pixels.set([...colour, 255], (y * 64 + x) * 4)
    }
  }
  return { width: 64, height: 64, pixels }
}
