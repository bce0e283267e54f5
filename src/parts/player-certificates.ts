import { LRUCache } from 'lru-cache'
import type { Clock } from '../lib/clock.ts'
import { GateFull } from '../lib/gate.ts'
import { type KeyPair, KeyPairPool } from '../lib/key-pair-pool.ts'
import { pem } from '../lib/pem.ts'
import { sha1WithRsa } from '../lib/sha1-with-rsa.ts'
import { Refused } from '../model/refusal.ts'
import type { SigningKey, SigningKeys } from './signing-keys.ts'

/** A key pair that a player signs chat messages with, and our word for whose it is. */
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
  /** From when on a client asks for another. */
  refreshedAfter: number
}

/** Whose certificate it is. Another `credentialsVersion` gets another key pair: the old one may be known to a thief. */
export interface CertificateHolder {
  /** 32 hex digits. */
  id: string
  credentialsVersion: number
}

const hour = 3_600_000
const lifetime = 48 * hour
const freshness = 36 * hour

/** Made ahead; and how many may wait for one more: the game gives up after five seconds. */
const poolSize = 32
const mostWaiting = 24

/** Known at once, so that those who ask while it is being made get the same. */
interface Issued {
  making: Promise<PlayerCertificate>
  refreshedAfter: number
}

/** Some 4 KiB each. */
const mostRemembered = 4096

/**
 * Certificates, each made once and handed out again until it is time for another, so that a client that
 * starts ten times a day costs one key pair. They are signed with the textures key: under authlib-injector
 * the game knows no other (D9).
 */
export class PlayerCertificates {
  readonly #keys: SigningKeys
  readonly #clock: Clock
  readonly #pairs = new KeyPairPool(poolSize, mostWaiting)
  readonly #issued = new LRUCache<string, Issued>({ max: mostRemembered })

  constructor(keys: SigningKeys, clock: Clock) {
    this.#keys = keys
    this.#clock = clock
  }

  /** Throws Refused `overloaded` where key pairs are asked for faster than they can be made. */
  async forHolder(holder: CertificateHolder): Promise<PlayerCertificate> {
    const key = await this.#keys.fresh('textures')
    const name = `${holder.id}/${holder.credentialsVersion}/${key.kid}`
    const known = this.#issued.get(name)
    const issued = known && known.refreshedAfter > this.#clock() ? known : this.#issue(name, holder, key)
    const certificate = await issued.making
    // Whoever starts after a new key signs may hold that one alone: nobody comes to them with our old word.
    const nextSigns = this.#keys.pending('textures')?.signsFrom ?? Number.POSITIVE_INFINITY
    return { ...certificate, refreshedAfter: Math.min(certificate.refreshedAfter, nextSigns) }
  }

  close(): void {
    this.#pairs.close()
  }

  #issue(name: string, holder: CertificateHolder, key: SigningKey): Issued {
    const now = this.#clock()
    const making = this.#take().then((pair) => certify(holder.id, pair, key, now))
    const issued = { making, refreshedAfter: now + freshness }
    this.#issued.set(name, issued)
    // A failure is not remembered.
    making.catch(() => this.#issued.delete(name))
    return issued
  }

  async #take(): Promise<KeyPair> {
    try {
      return await this.#pairs.take()
    } catch (error) {
      if (error instanceof GateFull) throw new Refused('overloaded', { retryAfter: 1 })
      throw error
    }
  }
}

/** Our word that the key pair is this profile's, from `now` on. */
export async function certify(
  profileId: string,
  pair: KeyPair,
  { privateKey }: Pick<SigningKey, 'privateKey'>,
  now: number,
): Promise<PlayerCertificate> {
  const expiresAt = now + lifetime
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
    refreshedAfter: now + freshness,
  }
}
