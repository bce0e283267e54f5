import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../../lib/measure/clock.ts'
import { Patience } from '../../lib/queue/patience.ts'
import { sharedReading } from '../../lib/queue/shared-reading.ts'
import { DatabaseUnavailable } from '../../model/errors/database-unavailable.ts'
import { SecretMismatch } from '../../model/errors/secret-mismatch.ts'
import { keysRevision, signingKeys } from '../../storage/credentials/signing-keys.ts'
import type { Database } from '../../storage/engine/database.ts'
import { privateKeyPlace } from '../../storage/schema/encryption.ts'
import type { SigningKeyRow } from '../../storage/schema/rows/credentials.ts'
import { KnownKeys } from './known-keys.ts'
import { insertNextKey, insertReplacement, type KeyDeps, type RecordKey } from './new-keys.ts'
import { type KeyPolicy, type KeyUse, type KnownKey, knownKey, type SigningKey } from './signing-key.ts'
import type { StoredSecrets } from './stored-secrets.ts'

/** Records nothing. For the first key of a use, which nobody has asked for. */
const unrecorded: RecordKey = async () => undefined

interface Deps {
  db: Database
  clock: Clock
  secrets: StoredSecrets
  log: Logger
}

/**
 * The signing keys as they are in the database. Rows that requests read carry the revision of the keys, so that a key
 * made by another instance is noticed without a query of its own.
 */
export class SigningKeys extends KnownKeys {
  readonly #db: Database
  readonly #secrets: StoredSecrets
  readonly #log: Logger
  readonly #making: KeyDeps
  #revision = 0
  readonly #loadedKeys = () => ({ keys: this.keys, revision: this.#revision })
  /** Reads all keys again, including everything written before the call. Concurrent callers share a run. */
  readonly reload = sharedReading(() => this.#load())
  /** Shared, too: a timer for each request that needs a key would cost more than the request. */
  readonly #noticeInTime = sharedReading(() => this.#noticed())
  readonly #patience = new Patience()
  #makingFirst: Promise<unknown> | undefined

  constructor({ db, clock, secrets, log }: Deps, policy: KeyPolicy) {
    super(clock)
    this.#db = db
    this.#secrets = secrets
    this.#log = log
    this.#making = { db, clock, secrets, policy }
  }

  /** Loads the keys, and makes the first key of each use that has none. Throws SecretMismatch if none can sign. */
  async open(): Promise<void> {
    await this.reload()
    for (const use of ['tokens', 'textures'] as const) {
      if (!this.#has(use)) await this.#make(use, unrecorded)
      this.current(use)
    }
  }

  /** Makes the first key of a use that few installations need. */
  async ensure(use: KeyUse): Promise<void> {
    if (this.#has(use)) return
    // Concurrent callers wait for the same key, because an RSA key takes most of a second.
    this.#makingFirst ??= this.rotate(use, unrecorded).finally(() => {
      this.#makingFirst = undefined
    })
    await this.#makingFirst
    // That key may have been for another use.
    await this.ensure(use)
  }

  #has(use: KeyUse): boolean {
    return this.keys.some((key) => key.use === use)
  }

  /** Ensures that keys at least as new as `revision` are loaded. */
  async upTo(revision: number): Promise<void> {
    if (revision > this.#revision) await this.reload()
  }

  /**
   * Ensures the same as `upTo`, unless the database is unreachable, in which case the loaded keys serve. Returns
   * undefined if they are loaded already.
   */
  upToIfReachable(revision: number): Promise<unknown> | undefined {
    return revision > this.#revision ? this.reload().catch(unlessAway) : undefined
  }

  /** Loads keys that other processes have made since. If there are none, it costs one small query. */
  async notice(): Promise<void> {
    await this.upTo(await keysRevision(this.#db))
  }

  async #load(): Promise<void> {
    const rows = await signingKeys(this.#db)
    const known = new Map(this.keys.map((key) => [key.kid, key]))
    this.keys = await Promise.all(
      rows.map(async (row) => {
        const key = known.get(row.kid)
        if (!key) return this.#fromRow(row)
        return { ...key, publishedUntil: row.published_until, revokedAt: row.revoked_at }
      }),
    )
    this.#revision = Math.max(0, ...rows.map((row) => row.created_at))
  }

  /** Returns the current key, including keys of other instances. If the database is slow or down, loaded keys serve. */
  async fresh(use: KeyUse): Promise<SigningKey> {
    await this.catchUp(use)
    return this.current(use)
  }

  /** Loads keys of other processes and makes the first key of this use, unless the database is unreachable or slow. */
  async catchUp(use: KeyUse): Promise<void> {
    const isReachable = await this.#noticeInTime()
    if (isReachable && !this.#has(use)) await this.ensure(use).catch(unlessAway)
  }

  /** Resolves to false if the database is unreachable or slow. */
  async #noticed(): Promise<boolean> {
    if (this.#patience.isSpent) return false
    return this.#patience.wait(
      this.notice().then(() => true, unlessAway),
      false,
    )
  }

  /** Makes the next key of this use and retires the current one. */
  async rotate(use: KeyUse, record: RecordKey): Promise<KnownKey> {
    await this.reload()
    return this.#make(use, record)
  }

  /**
   * Replaces a stolen key: makes a key of this use that signs at once, and revokes all earlier ones. For the tokens
   * keys, this ends all credentials of all accounts.
   */
  async replaceStolen(use: KeyUse, record: RecordKey): Promise<KnownKey> {
    for (;;) {
      await this.reload()
      const kid = await insertReplacement(this.#making, use, this.#loadedKeys, record)
      if (kid !== undefined) return this.#loaded(kid)
    }
  }

  async #make(use: KeyUse, record: RecordKey): Promise<KnownKey> {
    await insertNextKey(this.#making, use, this.#loadedKeys, record)
    await this.reload()
    const newest = this.keys.findLast((key) => key.use === use)
    if (!newest) throw new Error(`the new ${use} key was not found`)
    return newest
  }

  async #loaded(kid: string): Promise<KnownKey> {
    await this.reload()
    const key = this.keys.find((candidate) => candidate.kid === kid)
    if (!key) throw new Error(`the new key ${kid} was not found`)
    return key
  }

  async #fromRow(row: SigningKeyRow): Promise<KnownKey> {
    const privateKey = await this.#privateKey(row)
    return knownKey(row, { publicKey: createPublicKey(row.public_key), privateKey })
  }

  /** Returns undefined if the key can't be decrypted, which is logged. The loaded keys continue to sign. */
  async #privateKey({ kid, private_key }: SigningKeyRow): Promise<KeyObject | undefined> {
    try {
      return createPrivateKey(await this.#secrets.open(this.#db, privateKeyPlace(kid), private_key))
    } catch (error) {
      if (!(error instanceof SecretMismatch)) throw error
      this.#log.error({ kid, reason: error.message }, 'a signing key cannot be used')
      return undefined
    }
  }
}

function unlessAway(error: unknown): false {
  if (error instanceof DatabaseUnavailable) return false
  throw error
}
