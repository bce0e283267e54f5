import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { calculateJwkThumbprint } from 'jose'
import type { Clock } from '../lib/clock.ts'
import { DatabaseUnavailable } from '../model/database-unavailable.ts'
import { type Database, UniqueViolation } from '../storage/database.ts'
import type { SigningKeyRow } from '../storage/schema.ts'
import { insertSigningKey, lastTokenExpiry, signingKeys } from '../storage/signing-keys.ts'

export type KeyUse = SigningKeyRow['use']

export interface SigningKey {
  kid: string
  use: KeyUse
  createdAt: number
  signsFrom: number
  publishedUntil: number | null
  privateKey: KeyObject
  publicKey: KeyObject
}

/** How a key pair is made and how long it is published. Durations in milliseconds. */
export interface KeyPolicy {
  texturesKeyBits: number
  /** A new textures key is published for so long before it signs: clients read keys at their start. */
  texturesKeyLead: number
  texturesKeyRetention: number
  accessTokenLifetime: number
}

const generate = promisify(generateKeyPair)

/** How long a caller waits for a database that is slow to give the keys. */
const reloadTimeoutMs = 500

/**
 * The signing keys as the database has them. Rows that are read on a request carry the revision of the keys,
 * so a key that another instance has made is noticed then, without a query of its own.
 */
export class SigningKeys {
  readonly #db: Database
  readonly #clock: Clock
  readonly #policy: KeyPolicy
  #keys: SigningKey[] = []
  #revision = 0
  #loading: Promise<void> | undefined

  constructor(db: Database, clock: Clock, policy: KeyPolicy) {
    this.#db = db
    this.#clock = clock
    this.#policy = policy
  }

  /** Loads the keys, making the first of each use where there is none. */
  async open(): Promise<void> {
    await this.reload()
    for (const use of ['tokens', 'textures'] as const) {
      if (!this.#keys.some((key) => key.use === use)) await this.#make(use)
    }
  }

  /** Makes sure that keys at least as new as `revision` are loaded. */
  async upTo(revision: number): Promise<void> {
    if (revision > this.#revision) await this.reload()
  }

  /** Reads all keys again; concurrent callers share one reading. */
  reload(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  async #load(): Promise<void> {
    const rows = await signingKeys(this.#db)
    const known = new Map(this.#keys.map((key) => [key.kid, key]))
    this.#keys = rows.map((row) => {
      const key = known.get(row.kid)
      return key ? { ...key, publishedUntil: row.published_until } : fromRow(row)
    })
    this.#revision = Math.max(0, ...rows.map((row) => row.created_at))
  }

  /** The newest key of this use whose time to sign has come. */
  current(use: KeyUse): SigningKey {
    const now = this.#clock()
    const own = this.#keys.filter((key) => key.use === use)
    const key = own.findLast((candidate) => candidate.signsFrom <= now) ?? own[0]
    if (!key) throw new Error(`no signing key for ${use}`)
    return key
  }

  /** The current key, keys of other instances included; those that are loaded serve while the database is away or slow. */
  async fresh(use: KeyUse): Promise<SigningKey> {
    const reloaded = this.reload().catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailable)) throw error
    })
    await Promise.race([reloaded, setTimeout(reloadTimeoutMs, undefined, { ref: false })])
    return this.current(use)
  }

  /** The key of this use that is published and signs next, if there is one. */
  pending(use: KeyUse): SigningKey | undefined {
    const current = this.current(use)
    return this.#keys.find((key) => key.use === use && key.signsFrom > this.#clock() && key !== current)
  }

  /** Every key of this use that verifiers may still need, newest first. */
  published(use: KeyUse): SigningKey[] {
    const now = this.#clock()
    return this.#keys
      .filter((key) => key.use === use && (key.publishedUntil === null || key.publishedUntil > now))
      .toReversed()
  }

  find(kid: string): SigningKey | undefined {
    return this.#keys.find((key) => key.kid === kid)
  }

  all(): readonly SigningKey[] {
    return this.#keys
  }

  /** Makes the next key of this use; the one before it retires. */
  async rotate(use: KeyUse): Promise<SigningKey> {
    await this.reload()
    return this.#make(use)
  }

  async #make(use: KeyUse): Promise<SigningKey> {
    const own = this.#keys.filter((key) => key.use === use)
    const last = own.at(-1)
    const row = await this.#newRow(use, own.length + 1, last !== undefined)
    const retire = last && { kid: last.kid, publishedUntil: await this.#retirement(row) }
    try {
      await this.#db.transaction((tx) => insertSigningKey(tx, row, retire))
    } catch (error) {
      // Another instance was first: its key serves as well.
      if (!(error instanceof UniqueViolation)) throw error
    }
    await this.reload()
    const made = this.#keys.findLast((key) => key.use === use)
    if (!made) throw new Error(`the new key for ${use} is not there`)
    return made
  }

  async #newRow(use: KeyUse, generation: number, isReplacement: boolean): Promise<SigningKeyRow> {
    const pair =
      use === 'tokens'
        ? await generate('ec', { namedCurve: 'P-256' })
        : await generate('rsa', { modulusLength: this.#policy.texturesKeyBits })
    // Never the instant of an older key: the revision would not show that there is a newer one.
    const createdAt = Math.max(this.#clock(), this.#revision + 1)
    const lead = use === 'textures' && isReplacement ? this.#policy.texturesKeyLead : 0
    return {
      kid: await calculateJwkThumbprint(pair.publicKey),
      use,
      generation,
      private_key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      public_key: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      created_at: createdAt,
      signs_from: createdAt + lead,
      published_until: null,
    }
  }

  /** The instant until which the key before this one stays published. */
  async #retirement(next: SigningKeyRow): Promise<number> {
    if (next.use === 'textures') return next.signs_from + this.#policy.texturesKeyRetention
    // An instance that has not seen the new key yet may still issue a token under the old one.
    return Math.max(await lastTokenExpiry(this.#db), next.created_at + this.#policy.accessTokenLifetime)
  }
}

function fromRow(row: SigningKeyRow): SigningKey {
  return {
    kid: row.kid,
    use: row.use,
    createdAt: row.created_at,
    signsFrom: row.signs_from,
    publishedUntil: row.published_until,
    privateKey: createPrivateKey(row.private_key),
    publicKey: createPublicKey(row.public_key),
  }
}
