import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import type { Database } from '../../storage/engine/database.ts'
import { isTextureStored, textureByHash } from '../../storage/game/textures.ts'
import { type CacheState, CountedCache } from '../counters/counted-cache.ts'
import type { DefaultSkins } from './default-skins.ts'

/** Enough for about 5,000 basic skins. */
export const maxCachedBytes = 16 * 1024 * 1024

const sha256 = /^[0-9a-f]{64}$/

/**
 * Caches the image files by their SHA-256 in hex. A hash always means the same file, but one that was taken down by any
 * instance is not shown from then on, so the database is asked whether it is still there.
 */
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
    const known = this.#defaultSkins.file(hash)
    if (known) return known
    const cached = this.#cached.get(hash)
    if (cached) {
      if (await this.#isThere(hash)) return cached
      this.#cached.delete(hash)
      return undefined
    }
    const file = await textureByHash(this.#db, hash)
    if (file) this.#cached.set(hash, file)
    return file
  }

  /** While the database cannot be asked, nobody takes anything down, and games still show what is known. */
  async #isThere(hash: string): Promise<boolean> {
    try {
      return await isTextureStored(this.#db, hash)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) return true
      throw error
    }
  }
}
