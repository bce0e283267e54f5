import { pem } from '../../lib/crypto/pem.ts'
import { sha1WithRsa } from '../../lib/crypto/sha1-with-rsa.ts'
import type { Clock } from '../../lib/measure/clock.ts'
import { type Spans, spanning } from '../../lib/measure/spans.ts'
import { hourMs } from '../../lib/measure/units.ts'
import { type KeyPair, KeyPairPool } from '../../lib/queue/key-pair-pool.ts'
import { type CacheState, CountedCache } from '../counters/counted-cache.ts'
import type { SigningKey } from './signing-key.ts'
import type { SigningKeys } from './signing-keys.ts'

/** A key pair with which a player signs chat messages, and the signatures that tie it to the player. */
export interface PlayerCertificate {
  /** PEM in the form that the game reads. */
  privateKey: string
  publicKey: string
  /** The signature that game version 1.19 verifies: over the expiry and the public key in PEM. */
  publicKeySignature: string
  /** The signature that later versions verify: over the UUID, the expiry and the public key in DER. */
  publicKeySignatureV2: string
  /** Epoch milliseconds. */
  expiresAt: number
  /** The instant from which a client asks for a new certificate. */
  refreshedAfter: number
}

/** The player a certificate is for. A new `credentialsVersion` gets a new key pair, because the old may be stolen. */
interface CertificateHolder {
  /** 32 hex digits. */
  id: string
  credentialsVersion: number
}

const lifetimeMs = 48 * hourMs
export const refreshedAfterMs = 36 * hourMs

/** The number of key pairs kept ready. */
export const poolSize = 32
/**
 * The most callers that may wait for a key pair, in total and per account. The game gives up after five seconds, and a
 * player needs only one at a time.
 */
export const maxWaiting = { all: 24, group: 2 }

/** About 4 KiB each. */
export const maxCachedCertificates = 4096

interface Issue {
  holder: CertificateHolder
  key: SigningKey
}

/**
 * Issues certificates and returns the same one until its `refreshedAfter`, so that a client that starts ten times a day
 * costs one key pair. They are signed with the textures key, the only one that the game knows under authlib-injector
 * (J6).
 */
export class PlayerCertificates {
  readonly #keys: SigningKeys
  readonly #clock: Clock
  readonly #spans: Spans | undefined
  readonly #pairs = new KeyPairPool(poolSize, maxWaiting)
  readonly #issued = new CountedCache<PlayerCertificate, Issue>({
    max: maxCachedCertificates,
    fetchMethod: (_name, _stale, { context }) => this.#issue(context),
  })

  constructor(keys: SigningKeys, clock: Clock, spans?: Spans) {
    this.#keys = keys
    this.#clock = clock
    this.#spans = spans
  }

  get cache(): CacheState {
    return this.#issued
  }

  /** Returns the holder's certificate. Throws GateFull if key pairs are requested faster than they can be made. */
  async forHolder(holder: CertificateHolder): Promise<PlayerCertificate> {
    const key = await this.#keys.fresh('textures')
    const name = `${holder.id}/${holder.credentialsVersion}/${key.kid}`
    const known = this.#issued.get(name)
    const isFresh = known !== undefined && known.refreshedAfter > this.#clock()
    // If another caller has already begun a refresh, this call shares it.
    const certificate = isFresh
      ? known
      : await this.#issued.forceFetch(name, { context: { holder, key }, forceRefresh: true })
    // Game servers that start after the next textures key signs may know only that key, so certificates signed with the
    // old one must not reach them.
    const nextSigns = this.#keys.pending('textures')?.signsFrom ?? Number.POSITIVE_INFINITY
    return { ...certificate, refreshedAfter: Math.min(certificate.refreshedAfter, nextSigns) }
  }

  close(): void {
    this.#pairs.close()
  }

  async #issue({ holder, key }: Issue): Promise<PlayerCertificate> {
    const now = this.#clock()
    const pair = await this.#pairs.take({ groups: [holder.id] })
    return spanning(this.#spans, 'sign certificate', () => certify(holder.id, pair, key, now))
  }
}

/** Signs that the key pair belongs to this profile, from `now` on. */
export async function certify(
  profileId: string,
  pair: KeyPair,
  { privateKey }: Pick<SigningKey, 'privateKey'>,
  now: number,
): Promise<PlayerCertificate> {
  const expiresAt = now + lifetimeMs
  // The game expects these labels and this line length, although the contents are PKCS #8 and SubjectPublicKeyInfo.
  const publicKey = pem('RSA PUBLIC KEY', pair.publicKey, 76)
  const instant = Buffer.alloc(8)
  instant.writeBigInt64BE(BigInt(expiresAt))
  const [publicKeySignature, publicKeySignatureV2] = await Promise.all([
    sha1WithRsa(Buffer.from(`${expiresAt}${publicKey}`), privateKey),
    sha1WithRsa(Buffer.concat([Buffer.from(profileId, 'hex'), instant, pair.publicKey]), privateKey),
  ])
  return {
    privateKey: pem('RSA PRIVATE KEY', pair.privateKey, 76),
    publicKey,
    publicKeySignature,
    publicKeySignatureV2,
    expiresAt,
    refreshedAfter: now + refreshedAfterMs,
  }
}
