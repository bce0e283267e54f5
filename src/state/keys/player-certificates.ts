import { pem } from '../../lib/crypto/pem.ts'
import { sha1WithRsa } from '../../lib/crypto/sha1-with-rsa.ts'
import type { Clock } from '../../lib/measure/clock.ts'
import { hourMs } from '../../lib/measure/units.ts'
import { type KeyPair, KeyPairPool } from '../../lib/queue/key-pair-pool.ts'
import { type CacheState, CountedCache } from '../counters/counted-cache.ts'
import type { SigningKey } from './signing-key.ts'
import type { SigningKeys } from './signing-keys.ts'

/** A key pair that a player signs chat messages with, and our signatures that say whose it is. */
export interface PlayerCertificate {
  /** PEM as the game reads it. */
  privateKey: string
  publicKey: string
  /** What game version 1.19 checks: over the instant of expiry and the public key in PEM. */
  publicKeySignature: string
  /** What later versions check: over UUID, instant of expiry and the public key in DER. */
  publicKeySignatureV2: string
  /** Epoch milliseconds. */
  expiresAt: number
  /** The instant from which a client asks for another. */
  refreshedAfter: number
}

/** Another `credentialsVersion` gets another key pair: the old one may have been stolen. */
export interface CertificateHolder {
  /** 32 hex digits. */
  id: string
  credentialsVersion: number
}

const lifetimeMs = 48 * hourMs
const refreshedAfterMs = 36 * hourMs

/** Key pairs made ahead. */
const poolSize = 32
/** Callers that may wait for a key pair: the game gives up after five seconds. An account needs one at a time. */
const maxWaiting = { all: 24, group: 2 }

/** Some 4 KiB each. */
const maxCachedCertificates = 4096

interface Issue {
  holder: CertificateHolder
  key: SigningKey
}

/**
 * Certificates, each made once and handed out again until its refreshedAfter, so that a client that starts
 * ten times a day costs one key pair. They are signed with the textures key: under authlib-injector
 * the game knows no other (J6).
 */
export class PlayerCertificates {
  readonly #keys: SigningKeys
  readonly #clock: Clock
  readonly #pairs = new KeyPairPool(poolSize, maxWaiting)
  readonly #issued = new CountedCache<PlayerCertificate, Issue>({
    max: maxCachedCertificates,
    // An entry that is evicted while it is being made still reaches its callers.
    ignoreFetchAbort: true,
    fetchMethod: (_name, _stale, { context }) => this.#issue(context),
  })

  constructor(keys: SigningKeys, clock: Clock) {
    this.#keys = keys
    this.#clock = clock
  }

  get cache(): CacheState {
    return this.#issued
  }

  /** Throws GateFull where key pairs are asked for faster than they can be made. */
  async forHolder(holder: CertificateHolder): Promise<PlayerCertificate> {
    const key = await this.#keys.fresh('textures')
    const name = `${holder.id}/${holder.credentialsVersion}/${key.kid}`
    const known = this.#issued.get(name)
    const isFresh = known !== undefined && known.refreshedAfter > this.#clock()
    // A refresh that another caller has begun is shared, not begun again.
    const certificate = isFresh
      ? known
      : await this.#issued.forceFetch(name, { context: { holder, key }, forceRefresh: true })
    // Servers that start after a new key signs may know only that one, so no old signature may reach them.
    const nextSigns = this.#keys.pending('textures')?.signsFrom ?? Number.POSITIVE_INFINITY
    return { ...certificate, refreshedAfter: Math.min(certificate.refreshedAfter, nextSigns) }
  }

  close(): void {
    this.#pairs.close()
  }

  async #issue({ holder, key }: Issue): Promise<PlayerCertificate> {
    const now = this.#clock()
    const pair = await this.#pairs.take({ groups: [holder.id] })
    return certify(holder.id, pair, key, now)
  }
}

/** Signs that the key pair is this profile's, from `now` on. */
export async function certify(
  profileId: string,
  pair: KeyPair,
  { privateKey }: Pick<SigningKey, 'privateKey'>,
  now: number,
): Promise<PlayerCertificate> {
  const expiresAt = now + lifetimeMs
  // The game's own names and line length; inside are PKCS #8 and SubjectPublicKeyInfo all the same.
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
