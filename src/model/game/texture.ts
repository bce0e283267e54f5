import type { SkinModel } from '../accounts/account.ts'

export const textureKinds = ['skin', 'cape'] as const

export type TextureKind = (typeof textureKinds)[number]

/** The places in which files are: the database, or the object store (`NORN_TEXTURES_URL`). */
export const texturePlaces = ['s3', 'database'] as const

export type TexturePlace = (typeof texturePlaces)[number]

/** The largest file, in bytes. Larger ones are refused before they are decoded (P8). */
export const maxTextureBytes = 1024 * 1024

/** Pixels of four bytes (red, green, blue, alpha), row by row from the top. */
export interface Image {
  width: number
  height: number
  pixels: Buffer
}

interface Size {
  width: number
  height: number
}

/** A 22x17 cape is the corner of a 64x32 one without the transparent rest. */
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

/** Returns how many times larger than a basic texture this one is, or undefined if the size is not allowed. */
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

/** The slim model's arms are three pixels wide, so the fourth column is empty. */
const fourthArmColumn = { left: 54, top: 20, width: 2, height: 12 }

/** Guesses the model that a skin was drawn for from its pixels. Old skins of 64x32 are always `default`. */
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

/** Below this row a file of 64x32 pixels has arms and legs if it is a skin; a cape, with its elytra, ends above it. */
const capeRows = 22

/** Guesses whether a file is a cape: of its size, and with nothing where a skin has the rest of arms, chest and legs. */
export function looksLikeCape({ width, height, pixels }: Image): boolean {
  if (width === height) return false
  for (let at = capeRows * (width / 64) * width * 4 + 3; at < pixels.length; at += 4) {
    if (pixels[at] !== 0) return false
  }
  return true
}

/** Returns a larger, transparent image with this image in its upper left corner. */
export function padded(image: Image, width: number, height: number): Image {
  const pixels = Buffer.alloc(width * height * 4)
  for (let y = 0; y < image.height; y++) {
    image.pixels.copy(pixels, y * width * 4, y * image.width * 4, (y + 1) * image.width * 4)
  }
  return { width, height, pixels }
}
