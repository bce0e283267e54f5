import { LRUCache } from 'lru-cache'
import type { Clock } from '../lib/clock.ts'
import { sha1WithRsa } from '../lib/sha1-with-rsa.ts'
import {
  readTextureLinks,
  type TextureLinks,
  type TexturesProperty,
  texturesPayload,
  unverifiable,
} from '../model/textures-payload.ts'
import { type ProfileRow, wornTextures } from '../storage/profiles.ts'
import type { SigningKey, SigningKeys } from './signing-keys.ts'
import type { ExternalSkinSystem } from './skin-system/external.ts'

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
  readonly #external: ExternalSkinSystem | undefined
  readonly #made: LRUCache<string, Promise<TexturesProperty>>

  constructor(keys: SigningKeys, clock: Clock, baseUrl: () => string, external?: ExternalSkinSystem) {
    this.#keys = keys
    this.#clock = clock
    this.#baseUrl = baseUrl
    this.#external = external
    this.#made = new LRUCache({ ...cacheOptions, ttlResolution: 0, perf: { now: clock } })
  }

  /**
   * As an external skin system says, where there is one; where it fails, or has no signature, what is known
   * here, under the signature that nobody verifies (S6).
   */
  async forProfile(row: ProfileRow, { signed }: { signed: boolean }): Promise<TexturesProperty> {
    if (!this.#external) return this.#own(row, signed)
    const foreign = await this.#external.property(row)
    if (foreign) return signed ? foreign.signed : foreign.unsigned
    const own = await this.#own(row, false)
    return signed ? { ...own, signature: unverifiable } : own
  }

  /** What a property would show, by itself. */
  async links(row: ProfileRow): Promise<TextureLinks> {
    const { value } = await this.forProfile(row, { signed: false })
    return readTextureLinks(value)
  }

  async #own(row: ProfileRow, signed: boolean): Promise<TexturesProperty> {
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
