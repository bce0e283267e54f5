import { LRUCache } from 'lru-cache'
import type { Clock } from '../lib/clock.ts'
import { sha1WithRsa } from '../lib/sha1-with-rsa.ts'
import { texturesPayload } from '../model/textures-payload.ts'
import { type ProfileRow, wornTextures } from '../storage/profiles.ts'
import type { SigningKey, SigningKeys } from './signing-keys.ts'

/** A textures property: `value` is Base64 of the payload, `signature` SHA1withRSA over that text, in Base64. */
export interface TexturesProperty {
  value: string
  signature?: string
}

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
  readonly #made = new LRUCache<string, Promise<TexturesProperty>>(cacheOptions)

  constructor(keys: SigningKeys, clock: Clock, baseUrl: () => string) {
    this.#keys = keys
    this.#clock = clock
    this.#baseUrl = baseUrl
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
    return { value, signature: await sha1WithRsa(Buffer.from(value), key.privateKey) }
  }
}
