import type { Logger } from 'pino'
import type { Clock } from '../../lib/measure/clock.ts'
import { networkGroups } from '../../lib/net/address.ts'
import { type Asker, processAsker } from '../../lib/queue/fair-gate.ts'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { ObjectWrong, StoreUnavailable } from '../../model/errors/store-unavailable.ts'
import { restorableMs } from '../../model/game/texture-report.ts'
import type { Database } from '../../storage/engine/database.ts'
import {
  announceObject,
  claimObject,
  dueObjects,
  forgetObject,
  postponeObject,
} from '../../storage/textures/loose-objects.ts'
import { isTextureStored, type TextureFile, textureByHash } from '../../storage/textures/textures.ts'
import { addTakenDownFile, isFileMissing, isTakenDown } from '../../storage/wardrobe/taken-down.ts'
import { type CacheState, CountedCache } from '../counters/counted-cache.ts'
import type { DefaultSkins } from './default-skins.ts'
import type { ObjectStore } from './object-store.ts'

/** Enough for about 5,000 basic skins. */
export const maxCachedBytes = 16 * 1024 * 1024

/** Clients come back after so many seconds, when the store is tried again. */
const retryAfter = 5

/** So few objects are deleted before the due ones are asked for again. */
const deletedAtOnce = 100

const sha256 = /^[0-9a-f]{64}$/

interface Parts {
  db: Database
  clock: Clock
  defaultSkins: DefaultSkins
  /** Undefined if all files are in the database. */
  store: ObjectStore | undefined
  log: Logger
}

/**
 * The image files by their SHA-256 in hex, in the database or in the object store: everything that reads, writes or
 * deletes one comes here. A hash always means the same file, so files are cached, but one that was taken down by any
 * instance is not shown from then on, so the database is asked whether it is still there.
 */
export class TextureFiles {
  readonly #db: Database
  readonly #clock: Clock
  readonly #defaultSkins: DefaultSkins
  readonly #store: ObjectStore | undefined
  readonly #log: Logger
  readonly #reading = new Map<string, Promise<Buffer>>()
  readonly #cached = new CountedCache<Buffer>({
    maxSize: maxCachedBytes,
    sizeCalculation: (file) => file.length,
  })

  constructor({ db, clock, defaultSkins, store, log }: Parts) {
    this.#db = db
    this.#clock = clock
    this.#defaultSkins = defaultSkins
    this.#store = store
    this.#log = log
  }

  get cache(): CacheState {
    return this.#cached
  }

  /**
   * Returns a file that everybody may see. Clients at the same network take turns at the object store. Throws Refused
   * `texture_store_unavailable`.
   */
  async get(hash: string, address: string): Promise<Buffer | undefined> {
    if (!sha256.test(hash)) return undefined
    const known = this.#defaultSkins.file(hash)
    if (known) return known
    const cached = this.#cached.get(hash)
    if (cached) {
      if (await this.#isThere(hash)) return cached
      this.#cached.delete(hash)
      return undefined
    }
    const file = await this.read(hash, { groups: networkGroups(address) })
    if (file) this.#cached.set(hash, file)
    return file
  }

  /** Returns a stored file without keeping it. Throws Refused `texture_store_unavailable`. */
  async read(hash: string, asker: Asker = processAsker): Promise<Buffer | undefined> {
    const stored = await textureByHash(this.#db, hash)
    if (stored?.place !== 's3') return stored?.png
    return this.#refusing(() => this.#fromStore(hash, asker))
  }

  /**
   * Writes a file to the object store, if there is one and the file is not stored already, so that a row can name it
   * within a minute. Undone by itself if none does. `account` is whose uploads wait behind each other. Throws Refused
   * `texture_store_unavailable`.
   */
  async place<File extends TextureFile>(file: File, account: string): Promise<File> {
    const { hash, png } = file
    if (!this.#store || (await isTextureStored(this.#db, hash)) || (await isTakenDown(this.#db, hash)))
      return file
    const isPlaced = await this.putObject(hash, png, { groups: [account] })
    return isPlaced ? { ...file, place: 's3' } : file
  }

  /**
   * Announces and writes an object. Returns false if one with that name is being deleted. Throws Refused
   * `texture_store_unavailable`.
   */
  async putObject(hash: string, png: Buffer, asker: Asker = processAsker): Promise<boolean> {
    if (!(await announceObject(this.#db, hash, this.#clock()))) return false
    await this.#refusing(() => this.#required().write(hash, png, asker))
    return true
  }

  /** Deletes the objects that no texture names, as far as the store answers. Returns how many. */
  async deleteLooseObjects(): Promise<number> {
    if (!this.#store) return 0
    for (let deleted = 0; ; ) {
      const due = await dueObjects(this.#db, this.#clock(), deletedAtOnce)
      try {
        for (const hash of due) if (await this.#deleteLoose(hash)) deleted++
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        return deleted
      }
      if (due.length < deletedAtOnce) return deleted
    }
  }

  /** Deletes the object of a texture that is gone, if the store answers; otherwise the sweep does. Never throws. */
  async deleteObject(hash: string): Promise<void> {
    try {
      if (this.#store) await this.#deleteLoose(hash)
    } catch (error) {
      this.#log.warn({ err: error, hash }, 'an object is left in the texture store until the next sweep')
    }
  }

  async #deleteLoose(hash: string): Promise<boolean> {
    const now = this.#clock()
    if (!(await claimObject(this.#db, hash, now))) {
      await postponeObject(this.#db, hash, now)
      return false
    }
    const store = this.#required()
    if (await isFileMissing(this.#db, hash, now - restorableMs)) await this.#keepTakenDown(store, hash)
    await store.delete(hash)
    await forgetObject(this.#db, hash, now)
    return true
  }

  /** Moderators could take it down while the store did not answer, and can bring it back for as long as others. */
  async #keepTakenDown(store: ObjectStore, hash: string): Promise<void> {
    try {
      const file = await store.read(hash)
      await addTakenDownFile(this.#db, hash, file.toString('base64'))
    } catch (error) {
      if (!(error instanceof ObjectWrong)) throw error
    }
  }

  /** Concurrent callers share one request, made on behalf of the first. */
  #fromStore(hash: string, asker: Asker): Promise<Buffer> {
    const running = this.#reading.get(hash)
    if (running) return running
    const reading = this.#required()
      .read(hash, asker)
      .finally(() => this.#reading.delete(hash))
    this.#reading.set(hash, reading)
    return reading
  }

  #required(): ObjectStore {
    if (this.#store) return this.#store
    throw new StoreUnavailable('a texture lies in the object store, and NORN_TEXTURES_URL is not set')
  }

  async #refusing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (cause) {
      if (!(cause instanceof StoreUnavailable)) throw cause
      throw new Refused('texture_store_unavailable', { cause, retryAfter })
    }
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
