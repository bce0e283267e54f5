import type { SkinModel } from '../accounts/account.ts'
import { capeFigure, type Figure, face, figureOf, type Piece, type View } from './figure.ts'
import { guessModel, type Image, looksLikeCape } from './texture.ts'

/** `face` is the head from the front. `bust` is head, chest and upper arms. */
export type PortraitKind = 'face' | 'bust'

/** `cape` is its outer side in a square, which pages alone show. A view shows a whole player, or a cape alone. */
export type PictureKind = PortraitKind | 'cape' | View

/** Height and width in pixels. */
export const portraitSize = { min: 8, max: 512, default: 64 }

/** The picture to draw, and its limits. */
interface Drawing {
  kind: PictureKind
  /** Without one, a view shows what the pixels look like: a skin of either model, or a cape. */
  model?: SkinModel | undefined
  /** The most pixels of the picture for one of a texture of the basic size. */
  maxScale: number
  /** Called between two parts of a large picture, so that it does not hold up the event loop. */
  pause: () => Promise<unknown>
}

/** Heights of views in pixels. */
export const viewHeights = [128, 256, 512] as const

/** Draws a picture at the texture's own resolution, or at the largest that is allowed. */
export function drawPortrait(texture: Image, { kind, model, ...how }: Drawing): Promise<Image> {
  const isView = kind === 'front' || kind === 'back'
  if (kind === 'cape') return draw(texture, { ...capeFigure, width: 16, left: 3 }, how)
  if (kind === 'face') return draw(texture, face, how)
  if (isView && !model && looksLikeCape(texture)) return draw(texture, capeFigure, how)
  const view = isView ? kind : 'front'
  const rows = isView ? 32 : 16
  const drawnFor = model ?? (isView ? guessModel(texture) : 'default')
  return draw(texture, figureOf(view, drawnFor, isOld(texture), rows), how)
}

/** Drawn between two pauses: a whole player of the basic size has 1,400. */
const pixelsAtOnce = 2048

async function draw(
  texture: Image,
  { width, height, left = 0, body, hat, clothes }: Figure & { left?: number },
  { maxScale, pause }: Pick<Drawing, 'maxScale' | 'pause'>,
): Promise<Image> {
  const scale = Math.min(texture.width / 64, maxScale)
  const canvas = { width: width * scale, height: height * scale }
  const picture: Image = { ...canvas, pixels: Buffer.alloc(canvas.width * canvas.height * 4) }
  // Old paint programs filled the unused areas, so a hat without a transparent pixel is not a hat.
  const over = !isOld(texture) || hasTransparency(texture) ? [...hat, ...clothes] : clothes
  let drawn = 0
  for (const [pieces, isOpaque] of [
    [body, true],
    [over, false],
  ] as const) {
    for (const piece of pieces) {
      const moved: Piece = { ...piece, to: [piece.to[0] + left, piece.to[1]] }
      for (const pixels of copy(texture, picture, moved, scale, isOpaque)) {
        drawn += pixels
        if (drawn < pixelsAtOnce) continue
        drawn = 0
        await pause()
      }
    }
  }
  return picture
}

const isOld = ({ width, height }: Image): boolean => height < width

/** Copies a piece of the texture to a picture of this scale, row by row. */
function* copy(
  texture: Image,
  picture: Image,
  { from, to, width, height, mirrored }: Piece,
  scale: number,
  isOpaque: boolean,
): Generator<number> {
  const own = texture.width / 64
  const across = width * scale
  for (let y = 0; y < height * scale; y++) {
    const row = Math.floor(from[1] * own + (y + 0.5) * (own / scale)) * texture.width
    const target = (to[1] * scale + y) * picture.width + to[0] * scale
    for (let x = 0; x < across; x++) {
      const column = Math.floor(from[0] * own + ((mirrored ? across - 1 - x : x) + 0.5) * (own / scale))
      blend(texture.pixels, (row + column) * 4, picture.pixels, (target + x) * 4, isOpaque)
    }
    yield across
  }
}

/** Draws one pixel over another. The pixel is either opaque or empty. */
function blend(source: Buffer, from: number, target: Buffer, to: number, isOpaque: boolean): void {
  const alpha = isOpaque ? 255 : (source[from + 3] ?? 0)
  if (alpha === 0) return
  for (let channel = 0; channel < 3; channel++) {
    const above = source[from + channel] ?? 0
    const below = target[to + channel] ?? 0
    target[to + channel] = alpha === 255 ? above : Math.round((above * alpha + below * (255 - alpha)) / 255)
  }
  target[to + 3] = 255
}

function hasTransparency(skin: Image): boolean {
  const scale = skin.width / 64
  for (let y = 0; y < 16 * scale; y++) {
    for (let x = 32 * scale; x < 64 * scale; x++) {
      if (skin.pixels[(y * skin.width + x) * 4 + 3] !== 255) return true
    }
  }
  return false
}
