import { LRUCache } from 'lru-cache'
import type { Database } from '../storage/database.ts'
import { textureByHash } from '../storage/textures.ts'

/** Bytes: some 5,000 plain skins. */
const cacheOptions = { maxSize: 16 * 1024 * 1024, sizeCalculation: (file: Buffer) => file.length }

const sha256 = /^[0-9a-f]{64}$/

/** The image files by their SHA-256 in hex. What such a name means never changes, so it is remembered. */
export class TextureFiles {
  readonly #db: Database
  readonly #read = new LRUCache<string, Buffer>(cacheOptions)

  constructor(db: Database) {
    this.#db = db
  }

  async get(hash: string): Promise<Buffer | undefined> {
    if (!sha256.test(hash)) return undefined
    const known = this.#read.get(hash)
    if (known) return known
    const file = await textureByHash(this.#db, hash)
    if (file) this.#read.set(hash, file)
    return file
  }
}
