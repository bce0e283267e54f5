import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { calculateJwkThumbprint } from 'jose'
import type { Logger } from 'pino'
import type { Clock } from '../../lib/measure/clock.ts'
import { sharedReading } from '../../lib/queue/shared-reading.ts'
import { DatabaseUnavailable } from '../../model/database-unavailable.ts'
import { SecretMismatch } from '../../model/secret-mismatch.ts'
import { endAllCredentials } from '../../storage/accounts/accounts.ts'
import {
  insertSigningKey,
  keysRevision,
  lastTokenExpiry,
  revokeOtherSigningKeys,
  signingKeys,
} from '../../storage/credentials/signing-keys.ts'
import { type Database, type Transaction, UniqueViolation } from '../../storage/engine/database.ts'
import { privateKeyPlace } from '../../storage/schema/encryption.ts'
import type { SigningKeyRow } from '../../storage/schema/schema.ts'
import {
  idTokenKeyRetentionMs,
  type KeyPolicy,
  type KeyUse,
  type KnownKey,
  knownKey,
  newKeyPair,
  type SigningKey,
} from './signing-key.ts'
import type { StoredSecrets } from './stored-secrets.ts'

/** Writes, in the transaction that makes a key, who has made it and what he is answered. */
export type RecordKey = (tx: Transaction, key: KnownKey) => Promise<void>

/** The first key of a use, which nobody has asked for. */
const unrecorded: RecordKey = async () => undefined

interface Needed {
  db: Database
  clock: Clock
  secrets: StoredSecrets
  log: Logger
}

/** How long a caller waits for a database that is slow to give the keys. */
const reloadTimeoutMs = 500

/**
 * The signing keys as the database has them. Rows that are read on a request carry the revision of the keys,
 * so a key that another instance has made is noticed then, without a query of its own.
 */
export class SigningKeys {
  readonly #db: Database
  readonly #clock: Clock
  readonly #secrets: StoredSecrets
  readonly #log: Logger
  readonly #policy: KeyPolicy
  #keys: KnownKey[] = []
  #revision = 0
  /** Reads all keys again: everything that was written before the call, whoever else is reading. */
  readonly reload = sharedReading(() => this.#load())
  /** Shared like the reading: a timer for each request that asks for a key would cost more than its answer. */
  readonly #noticeInTime = sharedReading(() => this.#noticed())
  #making: Promise<unknown> | undefined

  constructor({ db, clock, secrets, log }: Needed, policy: KeyPolicy) {
    this.#db = db
    this.#clock = clock
    this.#secrets = secrets
    this.#log = log
    this.#policy = policy
  }

  /** Loads the keys, making the first of each use where there is none. Throws SecretMismatch where none can sign. */
  async open(): Promise<void> {
    await this.reload()
    for (const use of ['tokens', 'textures'] as const) {
      if (!this.#keys.some((key) => key.use === use)) await this.#make(use, unrecorded)
      this.current(use)
    }
  }

  /** Makes the first key of a use that few installations need. */
  async ensure(use: KeyUse): Promise<void> {
    if (this.#keys.some((key) => key.use === use)) return
    // Who asks meanwhile waits for the same key: an RSA one takes most of a second.
    this.#making ??= this.rotate(use, unrecorded).finally(() => {
      this.#making = undefined
    })
    await this.#making
    // It may have been of another use.
    await this.ensure(use)
  }

  /** Makes sure that keys at least as new as `revision` are loaded. */
  async upTo(revision: number): Promise<void> {
    if (revision > this.#revision) await this.reload()
  }

  /** Reloads the keys if the database answers; the loaded ones serve while it is unreachable. */
  async upToIfReachable(revision: number): Promise<void> {
    if (revision > this.#revision) await this.reload().catch(unlessAway)
  }

  /** Loads what other processes have made since: one small query where there is nothing new. */
  async notice(): Promise<void> {
    await this.upTo(await keysRevision(this.#db))
  }

  async #load(): Promise<void> {
    const rows = await signingKeys(this.#db)
    const known = new Map(this.#keys.map((key) => [key.kid, key]))
    this.#keys = await Promise.all(
      rows.map(async (row) => {
        const key = known.get(row.kid)
        if (!key) return this.#fromRow(row)
        return { ...key, publishedUntil: row.published_until, revokedAt: row.revoked_at }
      }),
    )
    this.#revision = Math.max(0, ...rows.map((row) => row.created_at))
  }

  /** The newest key of this use whose time to sign has come. Throws SecretMismatch where none can be decrypted. */
  current(use: KeyUse): SigningKey {
    const now = this.#clock()
    const own = this.#keys.filter((key) => key.use === use && key.revokedAt === null).filter(canSign)
    const key = own.findLast((candidate) => candidate.signsFrom <= now) ?? own[0]
    if (!key) {
      throw new SecretMismatch(
        `no ${use} key in the database can be decrypted; start with the NORN_SECRET that it was encrypted with, or restore a backup`,
      )
    }
    return key
  }

  /** The current key, keys of other instances included; those that are loaded serve while the database is away or slow. */
  async fresh(use: KeyUse): Promise<SigningKey> {
    await this.catchUp(use)
    return this.current(use)
  }

  /** Reads what others have made, and makes the first key of this use; not while the database is away or slow. */
  async catchUp(use: KeyUse): Promise<void> {
    if (await this.#noticeInTime()) await this.ensure(use).catch(unlessAway)
  }

  /** False where the database is away or slow. */
  #noticed(): Promise<boolean> {
    const noticed = this.notice().then(() => true, unlessAway)
    return Promise.race([noticed, setTimeout(reloadTimeoutMs, false, { ref: false })])
  }

  /** The key of this use that is published and signs next, if there is one. */
  pending(use: KeyUse): KnownKey | undefined {
    const current = this.current(use)
    return this.#keys.find(
      (key) => key.use === use && key.revokedAt === null && key.signsFrom > this.#clock() && key !== current,
    )
  }

  /** Every key of this use that verifiers may still need, newest first. */
  published(use: KeyUse): KnownKey[] {
    const now = this.#clock()
    return this.#keys
      .filter((key) => key.use === use && key.revokedAt === null)
      .filter(({ publishedUntil }) => publishedUntil === null || publishedUntil > now)
      .toReversed()
  }

  /** The key with which a signature for this use is verified; undefined for one that was revoked. */
  find(use: KeyUse, kid: string): KnownKey | undefined {
    return this.#keys.find((key) => key.kid === kid && key.use === use && key.revokedAt === null)
  }

  all(): readonly KnownKey[] {
    return this.#keys
  }

  /** Makes the next key of this use; the one before it retires. */
  async rotate(use: KeyUse, record: RecordKey): Promise<KnownKey> {
    await this.reload()
    return this.#make(use, record)
  }

  /**
   * For a key that was stolen: makes the next key of this use, which signs at once, and revokes all before it.
   * With the tokens keys every credential of every account ends.
   */
  async replaceStolen(use: KeyUse, record: RecordKey): Promise<KnownKey> {
    for (;;) {
      await this.reload()
      const { row, pair } = await this.#newRow(use)
      try {
        await this.#db.patient.transaction(async (tx) => {
          await this.#secrets.hold(tx)
          await insertSigningKey(tx, row, undefined)
          await revokeOtherSigningKeys(tx, row)
          if (use === 'tokens') await endAllCredentials(tx)
          await record(tx, knownKey(row, pair))
        })
        return await this.#loaded(row.kid)
      } catch (error) {
        // A key that another process has made since may be stolen too.
        if (!(error instanceof UniqueViolation)) throw error
      }
    }
  }

  async #make(use: KeyUse, record: RecordKey): Promise<KnownKey> {
    const last = this.#keys.findLast((key) => key.use === use)
    const { row: made, pair } = await this.#newRow(use)
    const lead = use === 'textures' && last ? this.#policy.texturesKeyLead : 0
    const row = { ...made, signs_from: made.created_at + lead }
    const retire = last && { kid: last.kid, publishedUntil: await this.#retirement(row) }
    try {
      await this.#db.transaction(async (tx) => {
        await this.#secrets.hold(tx)
        await insertSigningKey(tx, row, retire)
        await record(tx, knownKey(row, pair))
      })
    } catch (error) {
      // Another instance was first: its key serves as well.
      if (!(error instanceof UniqueViolation)) throw error
    }
    await this.reload()
    const newest = this.#keys.findLast((key) => key.use === use)
    if (!newest) throw new Error(`the new key for ${use} is not there`)
    return newest
  }

  async #loaded(kid: string): Promise<KnownKey> {
    await this.reload()
    const key = this.#keys.find((candidate) => candidate.kid === kid)
    if (!key) throw new Error(`the new key ${kid} is not there`)
    return key
  }

  /** The next generation, signing at once. */
  async #newRow(use: KeyUse) {
    const pair = await newKeyPair(use, this.#policy)
    // Never the instant of an older key: the revision would not show that there is a newer one.
    const createdAt = Math.max(this.#clock(), this.#revision + 1)
    const kid = await calculateJwkThumbprint(pair.publicKey)
    const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const row: SigningKeyRow = {
      kid,
      use,
      generation: this.#keys.filter((key) => key.use === use).length + 1,
      private_key: this.#secrets.seal(privateKeyPlace(kid), privateKey),
      public_key: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      created_at: createdAt,
      signs_from: createdAt,
      published_until: null,
      revoked_at: null,
    }
    return { row, pair }
  }

  /** The instant until which the key before this one stays published. */
  async #retirement(next: SigningKeyRow): Promise<number> {
    if (next.use === 'textures') return next.signs_from + this.#policy.texturesKeyRetention
    if (next.use === 'oauth') return next.created_at + idTokenKeyRetentionMs
    // An instance that has not seen the new key yet may still issue a token under the old one.
    return Math.max(await lastTokenExpiry(this.#db), next.created_at + this.#policy.accessTokenLifetime)
  }

  async #fromRow(row: SigningKeyRow): Promise<KnownKey> {
    const privateKey = await this.#privateKey(row)
    return knownKey(row, { publicKey: createPublicKey(row.public_key), privateKey })
  }

  /** Undefined where it cannot be decrypted, which is logged: the keys that are loaded go on signing. */
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

export const canSign = (key: KnownKey): key is SigningKey => key.privateKey !== undefined
