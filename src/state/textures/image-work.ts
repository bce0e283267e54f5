import { setImmediate } from 'node:timers/promises'
import type sharpLibrary from 'sharp'
import { onlyPixels, pngSize } from '../../lib/files/png.ts'
import { onceLoaded } from '../../lib/process/once-loaded.ts'
import { type Asker, FairGate, type LineLimits } from '../../lib/queue/fair-gate.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { likenessOf } from '../../model/game/likeness.ts'
import type { Image, TextureKind } from '../../model/game/texture.ts'

/** Loads the library with the first image: it takes 10 MB, and most processes never handle one. */
const loadSharp = onceLoaded(async (): Promise<typeof sharpLibrary> => {
  const { default: sharp } = await import('sharp')
  // The images are tiny and all different, so a cache, or threads within one image, would only cost.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
})

const timeoutSeconds = 5

/** Decodes, scales and encodes images on the thread pool. Askers take turns. All methods throw GateFull. */
export class ImageWork {
  readonly #gate: FairGate

  constructor(maxAtOnce: () => number, waiting: LineLimits) {
    this.#gate = new FairGate(maxAtOnce, waiting)
  }

  /** Decodes a PNG whose size has been checked. Throws Refused `texture_animated`, `texture_malformed`, and GateFull. */
  async decode(file: Buffer, size: { width: number; height: number }, asker: Asker): Promise<Image> {
    const chunks = onlyPixels(file)
    if (chunks === 'animated') throw new Refused('texture_animated')
    if (chunks === 'malformed') throw new Refused('texture_malformed')
    const sharp = await loadSharp()
    const decoding = sharp(chunks, { limitInputPixels: size.width * size.height })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .timeout({ seconds: timeoutSeconds })
    const { data, info } = await this.#gate.run(asker, () =>
      decoding.toBuffer({ resolveWithObject: true }).catch((cause: unknown) => {
        throw new Refused('texture_malformed', { cause })
      }),
    )
    return { width: info.width, height: info.height, pixels: data }
  }

  /** Returns the likeness of a picture (src/model/game/likeness.ts), in turns of the event loop. */
  likeness(image: Image, kind: TextureKind): Promise<string> {
    return likenessOf(image, kind, setImmediate)
  }

  /**
   * Scales a PNG down to a longest side in pixels, in as many colours as `bytes` allow. Throws Refused
   * `texture_animated`, `texture_malformed`, and GateFull.
   */
  async fit(file: Buffer, { side, bytes }: { side: number; bytes: number }, asker: Asker): Promise<Buffer> {
    const size = pngSize(file)
    if (!size) throw new Refused('texture_malformed')
    const image = await this.decode(file, size, asker)
    const sharp = await loadSharp()
    const small = sharp(image.pixels, { raw: { width: image.width, height: image.height, channels: 4 } })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: timeoutSeconds })
    const encode = (colours?: number) =>
      this.#gate.run(asker, () =>
        small
          .clone()
          .png(colours === undefined ? {} : { colours })
          .toBuffer(),
      )
    let smallest = await encode()
    for (const colours of [256, 64, 16, 8]) if (smallest.length > bytes) smallest = await encode(colours)
    const fitting = onlyPixels(smallest)
    if (typeof fitting === 'string') throw new Error(`the image library wrote a PNG that is ${fitting}`)
    return fitting
  }

  /** Encodes a PNG that contains only the pixels. The same pixels always give the same file. */
  async encode(
    { width, height, pixels }: Image,
    asker: Asker,
    scaledTo?: { width: number; height: number },
  ): Promise<Buffer> {
    const sharp = await loadSharp()
    const image = sharp(pixels, { raw: { width, height, channels: 4 } })
    if (scaledTo) image.resize({ ...scaledTo, kernel: 'nearest', fit: 'fill' })
    image.png({ compressionLevel: 9, adaptiveFiltering: false, palette: false })
    const file = onlyPixels(
      await this.#gate.run(asker, () => image.timeout({ seconds: timeoutSeconds }).toBuffer()),
    )
    if (typeof file === 'string') throw new Error(`the image library wrote a PNG that is ${file}`)
    return file
  }

  /**
   * Encodes a ground with a picture on a light plate in its middle. `emblem` is a PNG, WebP or SVG of the operator; one that
   * can't be read leaves the ground alone. Throws GateFull.
   */
  async emblazon(
    { width, height, pixels }: Image,
    emblem: Buffer,
    scaledTo: { width: number; height: number },
    asker: Asker,
  ): Promise<Buffer> {
    const sharp = await loadSharp()
    const side = Math.round(scaledTo.height / 2)
    const drawn = await this.#gate.run(asker, () =>
      sharp(emblem, { limitInputPixels: 4096 * 4096 })
        .resize({ width: side, height: side, fit: 'inside' })
        .png()
        .timeout({ seconds: timeoutSeconds })
        .toBuffer()
        .catch(() => undefined),
    )
    const ground = sharp(pixels, { raw: { width, height, channels: 4 } })
      .resize({ ...scaledTo, kernel: 'nearest', fit: 'fill' })
      .png({ compressionLevel: 9 })
      .timeout({ seconds: timeoutSeconds })
    const plate = Math.round(side * 1.25)
    const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="${plate}" height="${plate}"><rect width="100%" height="100%" rx="12%" fill="#f4f6f8"/></svg>`
    if (drawn) ground.composite([{ input: Buffer.from(shape) }, { input: drawn }])
    return this.#gate.run(asker, () => ground.toBuffer())
  }
}
