import type { SkinModel } from '../accounts/account.ts'
import type { Image } from './texture.ts'

/** `face` is the head from the front. `bust` is head, chest and upper arms. */
export type PortraitKind = 'face' | 'bust'

/** `cape` is its back, which pages alone show. */
export type PictureKind = PortraitKind | 'cape'

/** Height and width in pixels. */
export const portraitSize = { min: 8, max: 512, default: 64 }

/** A rectangle of the skin and its place in the portrait, in pixels of a skin of the basic size. */
interface Piece {
  from: readonly [x: number, y: number]
  to: readonly [x: number, y: number]
  width: number
  height: number
  mirrored?: boolean
}

const face = {
  side: 8,
  body: [{ from: [8, 8], to: [0, 0], width: 8, height: 8 }],
  hat: [{ from: [40, 8], to: [0, 0], width: 8, height: 8 }],
  clothes: [],
} satisfies Figure

interface Figure {
  side: number
  /** Drawn opaque, whatever the skin's alpha channel says. */
  body: readonly Piece[]
  hat: readonly Piece[]
  /** The second layer of body and arms, which old skins of 64x32 do not have. */
  clothes: readonly Piece[]
}

function bust(armWidth: number, isOld: boolean): Figure {
  const right = { to: [4 - armWidth, 8], width: armWidth, height: 8 } as const
  const left = { to: [12, 8], width: armWidth, height: 8 } as const
  return {
    side: 16,
    body: [
      { from: [8, 8], to: [4, 0], width: 8, height: 8 },
      { from: [20, 20], to: [4, 8], width: 8, height: 8 },
      { from: [44, 20], ...right },
      isOld ? { from: [44, 20], ...left, mirrored: true } : { from: [36, 52], ...left },
    ],
    hat: [{ from: [40, 8], to: [4, 0], width: 8, height: 8 }],
    clothes: [
      { from: [20, 36], to: [4, 8], width: 8, height: 8 },
      { from: [44, 36], ...right },
      { from: [52, 52], ...left },
    ],
  }
}

/** Draws the back of a cape, ten pixels by sixteen, in the middle of a square. */
function drawCape(cape: Image): Image {
  const scale = cape.width / 64
  const side = 16 * scale
  const canvas: Image = { width: side, height: side, pixels: Buffer.alloc(side * side * 4) }
  copy(cape, canvas, { from: [1, 1], to: [3, 0], width: 10, height: 16 }, scale, false)
  return canvas
}

/** Draws a picture at the texture's own resolution. */
export function drawPortrait(kind: PictureKind, skin: Image, model: SkinModel): Image {
  if (kind === 'cape') return drawCape(skin)
  const scale = skin.width / 64
  const isOld = skin.height < skin.width
  const figure: Figure = kind === 'face' ? face : bust(model === 'slim' ? 3 : 4, isOld)
  const side = figure.side * scale
  const canvas: Image = { width: side, height: side, pixels: Buffer.alloc(side * side * 4) }
  for (const piece of figure.body) copy(skin, canvas, piece, scale, true)
  // Old paint programs filled the unused areas, so a hat without a transparent pixel is not a hat.
  if (!isOld || hasTransparency(skin, scale))
    for (const piece of figure.hat) copy(skin, canvas, piece, scale, false)
  if (!isOld) for (const piece of figure.clothes) copy(skin, canvas, piece, scale, false)
  return canvas
}

function copy(skin: Image, canvas: Image, piece: Piece, scale: number, isOpaque: boolean): void {
  const width = piece.width * scale
  for (let y = 0; y < piece.height * scale; y++) {
    for (let x = 0; x < width; x++) {
      const fromX = piece.from[0] * scale + (piece.mirrored ? width - 1 - x : x)
      const from = ((piece.from[1] * scale + y) * skin.width + fromX) * 4
      const to = ((piece.to[1] * scale + y) * canvas.width + piece.to[0] * scale + x) * 4
      blend(skin.pixels, from, canvas.pixels, to, isOpaque)
    }
  }
}

/** Draws one pixel over another. The pixel is either opaque or empty. */
function blend(source: Buffer, from: number, target: Buffer, to: number, isOpaque: boolean): void {
  const alpha = isOpaque ? 1 : (source[from + 3] ?? 0) / 255
  if (alpha === 0) return
  for (let channel = 0; channel < 3; channel++) {
    const below = target[to + channel] ?? 0
    target[to + channel] = Math.round((source[from + channel] ?? 0) * alpha + below * (1 - alpha))
  }
  target[to + 3] = 255
}

function hasTransparency(skin: Image, scale: number): boolean {
  for (let y = 0; y < 16 * scale; y++) {
    for (let x = 32 * scale; x < 64 * scale; x++) {
      if (skin.pixels[(y * skin.width + x) * 4 + 3] !== 255) return true
    }
  }
  return false
}
