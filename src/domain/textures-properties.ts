import { sign } from 'node:crypto'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../lib/clock.ts'
import { texturesPayload } from '../model/textures-payload.ts'
import { type ProfileRow, wornTextures } from '../storage/profiles.ts'
import type { SigningKey, SigningKeys } from './signing-keys.ts'

/** A textures property: `value` is Base64 of the payload, `signature` SHA1withRSA over that text, in Base64. */
export interface TexturesProperty {
  value: string
  signature?: string
}

const signRsa = promisify<string, Buffer, SigningKey['privateKey'], Buffer>(sign)

/**
 * Some 1.5 KiB each. Old clients refuse a payload that is older than a day, so it is renewed long before.
 */
const cacheOptions = { max: 10_000, ttl: 3_600_000 }

/**
 * Makes each textures property once for everything that it shows and the key that signs it. Callers that
 * ask at the same time share the work, and a changed name, skin or key is another entry: an old one can't show.
 */
export class TexturesProperties {
  readonly #keys: SigningKeys
  readonly #clock: Clock
  readonly #baseUrl: () => string
  readonly #made: LRUCache<string, Promise<TexturesProperty>>

  constructor(keys: SigningKeys, clock: Clock, baseUrl: () => string) {
    this.#keys = keys
    this.#clock = clock
    this.#baseUrl = baseUrl
    this.#made = new LRUCache({ ...cacheOptions, ttlResolution: 0, perf: { now: clock } })
  }

  async of(row: ProfileRow, signed: boolean): Promise<TexturesProperty> {
    await this.#keys.upTo(row.keys_revision)
    const key = signed ? this.#keys.current('textures') : undefined
    const name = [row.id, row.username, row.skin_hash, row.skin_model, row.cape_hash, key?.kid].join('/')
    const known = this.#made.get(name)
    if (known) return known
    const making = this.#make(row, key)
    this.#made.set(name, making)
    // A failure is not remembered.
    making.catch(() => this.#made.delete(name))
    return making
  }

  async #make(row: ProfileRow, key: SigningKey | undefined): Promise<TexturesProperty> {
    const payload = texturesPayload(row, wornTextures(row), {
      timestamp: this.#clock(),
      signatureRequired: key !== undefined,
      textureUrl: (hash) => `${this.#baseUrl()}/textures/${hash}`,
    })
    const value = Buffer.from(payload).toString('base64')
    if (!key) return { value }
    const signature = await signRsa('RSA-SHA1', Buffer.from(value), key.privateKey)
    return { value, signature: signature.toString('base64') }
  }
}
