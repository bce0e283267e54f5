import { LRUCache } from 'lru-cache'
import { pngSize } from '../lib/png.ts'
import { SingleFlight } from '../lib/single-flight.ts'
import type { SkinModel } from '../model/account.ts'
import { drawDefaultSkin } from '../model/default-skin.ts'
import { drawPortrait, type PortraitKind } from '../model/portrait.ts'
import type { Image } from '../model/texture.ts'
import type { ProfileRow } from '../storage/profiles.ts'
import { wornTextures } from '../storage/profiles.ts'
import type { ImageWork } from './image-work.ts'
import type { TextureFiles } from './texture-files.ts'

/** Bytes. A portrait takes one to twenty thousand. */
const cacheOptions = { maxSize: 8 * 1024 * 1024, sizeCalculation: (file: Buffer) => file.length }

/** A picture that is still to be drawn. Its name stands for everything that it shows. */
export interface Portrait {
  name: string
  kind: PortraitKind
  /** Undefined where the default skin is shown. */
  skin: { hash: string; model: SkinModel } | undefined
  size: number
}

export function portraitOf(row: ProfileRow, kind: PortraitKind, size: number): Portrait {
  const { skin } = wornTextures(row)
  return { name: [kind, size, skin?.hash ?? 'default', skin?.model].join('-'), kind, skin, size }
}

/** Pictures of players, drawn from what they wear here. */
export class Portraits {
  readonly #work: ImageWork
  readonly #files: TextureFiles
  readonly #drawn = new LRUCache<string, Buffer>(cacheOptions)
  readonly #drawing = new SingleFlight<Buffer>()

  constructor(work: ImageWork, files: TextureFiles) {
    this.#work = work
    this.#files = files
  }

  /** The PNG. Throws Refused where too much is being drawn already. */
  async draw(portrait: Portrait): Promise<Buffer> {
    const known = this.#drawn.get(portrait.name)
    if (known) return known
    return this.#drawing.run(portrait.name, async () => {
      const { kind, size, skin } = portrait
      const image = drawPortrait(kind, await this.#skin(skin?.hash), skin?.model ?? 'default')
      const file = await this.#work.encode(image, { width: size, height: size })
      this.#drawn.set(portrait.name, file)
      return file
    })
  }

  async #skin(hash: string | undefined): Promise<Image> {
    const file = hash === undefined ? undefined : await this.#files.get(hash)
    const size = file && pngSize(file)
    return file && size ? this.#work.decode(file, size) : drawDefaultSkin()
  }
}
