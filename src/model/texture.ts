import type { SkinModel } from './account.ts'

export type TextureKind = 'skin' | 'cape'

/** In bytes; larger files are refused before they are decoded (P8). */
export const maxTextureBytes = 1024 * 1024

/** Pixels of four bytes: red, green, blue, alpha; row by row from the top. */
export interface Image {
  width: number
  height: number
  pixels: Buffer
}

interface Size {
  width: number
  height: number
}

/** A cape of 22x17 is the corner of a 64x32 one, without the transparent rest. */
const shapes: Record<TextureKind, readonly Size[]> = {
  skin: [
    { width: 64, height: 64 },
    { width: 64, height: 32 },
  ],
  cape: [
    { width: 64, height: 32 },
    { width: 22, height: 17 },
  ],
}

/** How many times larger than a plain texture this one is; undefined where the size is not a texture's. */
export function textureScale(
  kind: TextureKind,
  { width, height }: Size,
  maxScale: number,
): number | undefined {
  for (const shape of shapes[kind]) {
    const scale = width / shape.width
    if (Number.isInteger(scale) && scale >= 1 && scale <= maxScale && height === shape.height * scale)
      return scale
  }
  return undefined
}

/** The slim model's arms are three pixels wide: the column of the fourth stays empty. */
const fourthArmColumn = { left: 54, top: 20, width: 2, height: 12 }

/** The model that a skin was drawn for, judged by its pixels. Old skins of 64x32 are always `default`. */
export function guessModel({ width, height, pixels }: Image): SkinModel {
  if (width !== height) return 'default'
  const scale = width / 64
  const { left, top } = fourthArmColumn
  for (let y = top * scale; y < (top + fourthArmColumn.height) * scale; y++) {
    for (let x = left * scale; x < (left + fourthArmColumn.width) * scale; x++) {
      if (pixels[(y * width + x) * 4 + 3] !== 0) return 'default'
    }
  }
  return 'slim'
}

/** The image in the upper left corner of a larger, transparent one. */
export function padded(image: Image, width: number, height: number): Image {
  const pixels = Buffer.alloc(width * height * 4)
  for (let y = 0; y < image.height; y++) {
    image.pixels.copy(pixels, y * width * 4, y * image.width * 4, (y + 1) * image.width * 4)
  }
  return { width, height, pixels }
}
