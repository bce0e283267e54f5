import { pngSize } from '../../lib/files/png.ts'
import { networkGroups } from '../../lib/net/address.ts'
import type { Asker } from '../../lib/queue/fair-gate.ts'
import type { SkinModel } from '../../model/account.ts'
import { drawDefaultSkin } from '../../model/default-skin.ts'
import { drawPortrait, type PortraitKind } from '../../model/portrait.ts'
import type { Image } from '../../model/texture.ts'
import type { ProfileRow } from '../../storage/game/profiles.ts'
import { wornTextures } from '../../storage/game/profiles.ts'
import { type CacheState, CountedCache } from '../counters/counted-cache.ts'
import type { ImageWork } from './image-work.ts'
import type { TextureFiles } from './texture-files.ts'

/** A portrait has one to twenty thousand bytes. */
const maxCachedBytes = 8 * 1024 * 1024

/** A picture to be drawn. Two with one name show the same. */
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

/** Pictures of players, drawn from what they wear here; callers that ask for the same one share the work. */
export class Portraits {
  readonly #work: ImageWork
  readonly #textureFiles: TextureFiles
  readonly #files = new CountedCache<Buffer, Portrait & { asker: Asker }>({
    maxSize: maxCachedBytes,
    sizeCalculation: (file) => file.length,
    // An entry that is evicted while it is being made still reaches its callers.
    ignoreFetchAbort: true,
    fetchMethod: (_name, _stale, { context }) => this.#draw(context),
  })

  constructor(work: ImageWork, textureFiles: TextureFiles) {
    this.#work = work
    this.#textureFiles = textureFiles
  }

  get cache(): CacheState {
    return this.#files
  }

  /** The PNG, for whoever asks from this address. Throws Refused where too much is being drawn already. */
  async draw(portrait: Portrait, address: string): Promise<Buffer> {
    const asker = { groups: networkGroups(address) }
    return (
      this.#files.get(portrait.name) ??
      this.#files.forceFetch(portrait.name, { context: { ...portrait, asker } })
    )
  }

  async #draw({ kind, size, skin, asker }: Portrait & { asker: Asker }): Promise<Buffer> {
    const image = drawPortrait(kind, await this.#skin(skin?.hash, asker), skin?.model ?? 'default')
    return this.#work.encode(image, asker, { width: size, height: size })
  }

  async #skin(hash: string | undefined, asker: Asker): Promise<Image> {
    const file = hash === undefined ? undefined : await this.#textureFiles.get(hash)
    const size = file && pngSize(file)
    return file && size ? this.#work.decode(file, size, asker) : drawDefaultSkin()
  }
}
