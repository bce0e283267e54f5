import type { Database } from '../../storage/engine/database.ts'
import { textureByHash } from '../../storage/game/textures.ts'
import { type CacheState, CountedCache } from '../counters/counted-cache.ts'
import type { DefaultSkins } from './default-skins.ts'

/** Enough for about 5,000 basic skins. */
export const maxCachedBytes = 16 * 1024 * 1024

const sha256 = /^[0-9a-f]{64}$/

/** Caches the image files by their SHA-256 in hex. A hash always means the same file, so no entry becomes stale. */
export class TextureFiles {
  readonly #db: Database
  readonly #defaultSkins: DefaultSkins
  readonly #cached = new CountedCache<Buffer>({
    maxSize: maxCachedBytes,
    sizeCalculation: (file) => file.length,
  })

  constructor(db: Database, defaultSkins: DefaultSkins) {
    this.#db = db
    this.#defaultSkins = defaultSkins
  }

  get cache(): CacheState {
    return this.#cached
  }

  async get(hash: string): Promise<Buffer | undefined> {
    if (!sha256.test(hash)) return undefined
    const known = this.#defaultSkins.file(hash) ?? this.#cached.get(hash)
    if (known) return known
    const file = await textureByHash(this.#db, hash)
    if (file) this.#cached.set(hash, file)
    return file
  }
}
