import { setImmediate } from 'node:timers/promises'
import { pngSize } from '../../lib/files/png.ts'
import { networkGroups } from '../../lib/net/address.ts'
import type { Asker } from '../../lib/queue/fair-gate.ts'
import type { SkinModel } from '../../model/accounts/account.ts'
import { drawDefaultSkin } from '../../model/game/default-skin.ts'
import { drawPortrait, type PictureKind, type PortraitKind } from '../../model/game/portrait.ts'
import type { Image } from '../../model/game/texture.ts'
import { type ProfileRow, texturesOf } from '../../storage/game/profiles.ts'
import { type CacheState, CountedCache } from '../counters/counted-cache.ts'
import type { ImageWork } from './image-work.ts'
import type { TextureFiles } from './texture-files.ts'

/** A picture of a plain skin has from 100 to 5,000 bytes, of one sixteen times as wide up to 300,000. */
export const maxCachedBytes = 8 * 1024 * 1024

/** A portrait to be drawn. Portraits with the same name look the same. */
interface Portrait {
  name: string
  kind: PictureKind
  /** Undefined if the default skin is shown. */
  skin: { hash: string; model: SkinModel | undefined } | undefined
  /** The height in pixels. */
  size: number
}

/** `file` is the texture's, if it is not one that everybody may see. `address` is the client's. */
type Drawn = Portrait & { file?: Buffer; address: string }

export function portraitOf(row: ProfileRow, kind: PortraitKind, size: number): Portrait {
  return pictureOf(kind, size, texturesOf(row).skin)
}

/** Returns the picture of a texture, whether or not somebody wears it. */
export const pictureOf = (kind: PictureKind, size: number, skin: Portrait['skin']): Portrait => ({
  name: [kind, size, skin?.hash ?? 'default', skin?.model].join('-'),
  kind,
  skin,
  size,
})

/** Draws portraits of players from their skins in this service. Callers of the same portrait share the work. */
export class Portraits {
  readonly #work: ImageWork
  readonly #textureFiles: TextureFiles
  readonly #files = new CountedCache<Buffer, Drawn>({
    maxSize: maxCachedBytes,
    sizeCalculation: (file) => file.length,
    fetchMethod: (_name, _stale, { context }) => this.#draw(context),
  })

  constructor(work: ImageWork, textureFiles: TextureFiles) {
    this.#work = work
    this.#textureFiles = textureFiles
  }

  get cache(): CacheState {
    return this.#files
  }

  /** Draws a portrait, as PNG, for a client at this address. Throws Refused if too many portraits are being drawn. */
  async draw(portrait: Portrait, address: string): Promise<Buffer> {
    return (
      this.#files.get(portrait.name) ??
      this.#files.forceFetch(portrait.name, { context: { ...portrait, address } })
    )
  }

  /** Draws the file of a texture that not everybody may see. Nothing of it is kept. */
  drawFile(file: Buffer, portrait: Portrait, address: string): Promise<Buffer> {
    return this.#draw({ ...portrait, file, address })
  }

  async #draw({ kind, size, skin, file, address }: Drawn): Promise<Buffer> {
    const asker = { groups: networkGroups(address) }
    const texture = await this.#skin(file ?? (await this.#fileOf(skin, address)), asker)
    const isView = kind === 'front' || kind === 'back'
    const image = await drawPortrait(texture, {
      kind,
      model: skin?.model,
      maxScale: isView ? size / 32 : Number.POSITIVE_INFINITY,
      pause: setImmediate,
    })
    return this.#work.encode(image, asker, { width: (size * image.width) / image.height, height: size })
  }

  async #fileOf(skin: Portrait['skin'], address: string): Promise<Buffer | undefined> {
    return skin && this.#textureFiles.get(skin.hash, address)
  }

  async #skin(file: Buffer | undefined, asker: Asker): Promise<Image> {
    const size = file && pngSize(file)
    return file && size ? this.#work.decode(file, size, asker) : drawDefaultSkin()
  }
}
