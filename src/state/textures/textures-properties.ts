import { sha1WithRsa } from '../../lib/crypto/sha1-with-rsa.ts'
import { upTo } from '../../lib/measure/capacity.ts'
import type { Clock } from '../../lib/measure/clock.ts'
import { type Spans, spanning } from '../../lib/measure/spans.ts'
import { hourMs } from '../../lib/measure/units.ts'
import {
  readTextureLinks,
  type TextureLinks,
  type TexturesProperty,
  texturesPayload,
  unverifiableSignature,
} from '../../model/game/textures-payload.ts'
import { type ProfileRow, texturesOf } from '../../storage/game/profiles.ts'
import { type CacheState, CountedCache } from '../counters/counted-cache.ts'
import type { SigningKey } from '../keys/signing-key.ts'
import type { SigningKeys } from '../keys/signing-keys.ts'
import type { DefaultSkins } from './default-skins.ts'
import type { ExternalSkinSystem } from './skin-system.ts'

/** About 1.5 KiB each. */
export const maxCachedProperties = 10_000
/** Old clients refuse a payload that is older than a day, so it is renewed long before. */
export const maxPayloadAgeMs = hourMs

export interface PropertyRequest {
  signed: boolean
  /** The address of the client that asks. Networks take turns at an external skin system. */
  address: string
}

/** The content of a signed statement about a player. */
interface Statement extends Readonly<Record<string, unknown>> {
  /** Epoch milliseconds. */
  timestamp: number
  /** The name of the game server that is told. */
  server: string
}

interface NamedProperty {
  name: string
  value: string
  signature?: string
}

/** The content of a property and the key that signs it. The key is undefined for an unsigned property. */
interface PropertyContent {
  row: ProfileRow
  key: SigningKey | undefined
}

/**
 * Builds each textures property once per content and signing key. Concurrent callers share the work. A changed name,
 * skin or key makes a new entry, so no answer shows an old one.
 */
export class TexturesProperties {
  readonly #keys: SigningKeys
  readonly #clock: Clock
  readonly #baseUrl: () => string
  /** The address of files in the object store, without a trailing slash. Undefined if this service serves them. */
  readonly publicUrl: string | undefined
  readonly #defaultSkins: DefaultSkins
  readonly #external: ExternalSkinSystem | undefined
  readonly #spans: Spans | undefined
  readonly #properties: CountedCache<TexturesProperty, PropertyContent>

  constructor(
    keys: SigningKeys,
    clock: Clock,
    { baseUrl, publicUrl }: { baseUrl: () => string; publicUrl: string | undefined },
    defaultSkins: DefaultSkins,
    external?: ExternalSkinSystem,
    spans?: Spans,
  ) {
    this.#keys = keys
    this.#clock = clock
    this.#baseUrl = baseUrl
    this.publicUrl = publicUrl
    this.#defaultSkins = defaultSkins
    this.#external = external
    this.#spans = spans
    this.#properties = new CountedCache({
      ...upTo(maxCachedProperties),
      ttl: maxPayloadAgeMs,
      ttlResolution: 0,
      perf: { now: clock },
      fetchMethod: (_name, _stale, { context }) => this.#make(context),
    })
  }

  get cache(): CacheState {
    return this.#properties
  }

  /**
   * Returns an account's property from the external skin system, if there is one. If it fails or its property is not
   * signed, the property is that of this service, with the signature that nobody verifies (S6). Without such a system, who wears
   * no skin wears a default one. `address` is the client's. Returns no promise for a property of this service that is known, as most are, because a promise would cost
   * more than to find it.
   */
  forProfile(row: ProfileRow, wanted: PropertyRequest): TexturesProperty | Promise<TexturesProperty> {
    if (this.#external) return this.#foreign(this.#external, row, wanted)
    return this.#own(this.#defaultSkins.dressed(row), wanted.signed)
  }

  async #foreign(
    external: ExternalSkinSystem,
    row: ProfileRow,
    { signed, address }: PropertyRequest,
  ): Promise<TexturesProperty> {
    const foreign = await external.property(row, address)
    if (foreign) return signed ? foreign.signed : foreign.unsigned
    return this.ofService(row, signed)
  }

  /** Returns the player's property from this service, also where another skin system has those of accounts. */
  async ofService(row: ProfileRow, signed: boolean): Promise<TexturesProperty> {
    if (!this.#external) return this.#own(row, signed)
    const own = await this.#own(row, false)
    return signed ? { ...own, signature: unverifiableSignature } : own
  }

  /**
   * Returns a statement about a player in the form that plugins read: JSON in Base64, signed like textures. Game servers
   * send the properties of each player to all players, so what is signed says of whom, to which server and when.
   */
  async statement(name: string, content: Statement, isSigned: boolean): Promise<NamedProperty> {
    const value = Buffer.from(JSON.stringify(content)).toString('base64')
    if (!isSigned) return { name, value }
    // Clients then verify with the key of the other skin system.
    if (this.#external) return { name, value, signature: unverifiableSignature }
    const { privateKey } = this.#keys.current('textures')
    return { name, value, signature: await this.#sign(value, privateKey) }
  }

  /** Returns only the links of the player's property. */
  async links(row: ProfileRow, address: string): Promise<TextureLinks> {
    const { value } = await this.forProfile(row, { signed: false, address })
    return readTextureLinks(value)
  }

  #own(row: ProfileRow, signed: boolean): TexturesProperty | Promise<TexturesProperty> {
    const reloading = this.#keys.upToIfReachable(row.keys_revision)
    return reloading ? reloading.then(() => this.#loaded(row, signed)) : this.#loaded(row, signed)
  }

  #loaded(row: ProfileRow, signed: boolean): TexturesProperty | Promise<TexturesProperty> {
    const key = signed ? this.#keys.current('textures') : undefined
    const { id, username, skin_hash, skin_model, cape_hash, in_store } = row
    const name = `${id}/${username}/${skin_hash}/${skin_model}/${cape_hash}/${in_store}/${key?.kid}`
    return this.#properties.get(name) ?? this.#properties.forceFetch(name, { context: { row, key } })
  }

  async #make({ row, key }: PropertyContent): Promise<TexturesProperty> {
    const payload = texturesPayload(row, texturesOf(row), {
      timestamp: this.#clock(),
      signatureRequired: key !== undefined,
      textureUrl: (hash) => `${this.#addressOf(row, hash)}/${hash}`,
    })
    const value = Buffer.from(payload).toString('base64')
    const property = { name: 'textures', value } as const
    if (!key) return property
    return { ...property, signature: await this.#sign(value, key.privateKey) }
  }

  #sign(value: string, key: SigningKey['privateKey']): Promise<string> {
    return spanning(this.#spans, 'sign textures', () => sha1WithRsa(Buffer.from(value), key))
  }

  /** The public address is that of files in the store. Others are served here, default skins too. */
  #addressOf({ skin_hash, cape_hash, in_store }: ProfileRow, hash: string): string {
    const isInStore =
      (hash === skin_hash && (in_store & 1) === 1) || (hash === cape_hash && (in_store & 2) === 2)
    return isInStore && this.publicUrl !== undefined ? this.publicUrl : `${this.#baseUrl()}/textures`
  }
}
