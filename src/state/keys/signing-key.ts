import { createSecretKey, generateKeyPair, hkdfSync, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { dayMs } from '../../lib/measure/units.ts'
import type { SigningKeyRow } from '../../storage/schema/rows/credentials.ts'

export type KeyUse = SigningKeyRow['use']

/** A key as it is in the database. */
export interface KnownKey {
  kid: string
  use: KeyUse
  createdAt: number
  signsFrom: number
  publishedUntil: number | null
  revokedAt: number | null
  publicKey: KeyObject
  /** Undefined if it can't be decrypted. Such a key verifies but does not sign. */
  privateKey: KeyObject | undefined
}

export interface SigningKey extends KnownKey {
  privateKey: KeyObject
}

/** Settings for making key pairs and publishing them. Durations are in milliseconds. */
export interface KeyPolicy {
  texturesKeyBits: number
  /**
   * The time for which a new textures key is published before it signs, because clients read keys only when they start.
   */
  texturesKeyLead: number
  texturesKeyRetention: number
  accessTokenLifetime: number
}

/** RS256 is for clients that support nothing else, and all of them support 2048 bits. */
const idTokenKeyBits = 2048

/** The time for which a retired key stays published. ID tokens are valid for an hour. */
export const idTokenKeyRetentionMs = dayMs

const generate = promisify(generateKeyPair)

export const knownKey = (row: SigningKeyRow, pair: Pick<KnownKey, 'publicKey' | 'privateKey'>): KnownKey => ({
  kid: row.kid,
  use: row.use,
  createdAt: row.created_at,
  signsFrom: row.signs_from,
  publishedUntil: row.published_until,
  revokedAt: row.revoked_at,
  ...pair,
})

export function newKeyPair(
  use: KeyUse,
  { texturesKeyBits }: KeyPolicy,
): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  if (use === 'tokens') return generate('ec', { namedCurve: 'P-256' })
  return generate('rsa', { modulusLength: use === 'oauth' ? idTokenKeyBits : texturesKeyBits })
}

/**
 * Derives one secret of 32 bytes for a purpose from each key (HKDF, RFC 5869). All instances share the key, it is
 * encrypted like other keys, and it is replaced when it leaks.
 */
export class DerivedSecrets {
  readonly #purpose: string
  // Derived once per key, because deriving costs ten times as much as using the secret. There are only a few keys.
  readonly #byKid = new Map<string, KeyObject>()

  constructor(purpose: string) {
    this.#purpose = purpose
  }

  of({ kid, privateKey }: SigningKey): KeyObject {
    const known = this.#byKid.get(kid)
    if (known) return known
    const secret = privateKey.export({ type: 'pkcs8', format: 'der' })
    // For an HMAC, Node.js takes five times as long with a buffer as the key.
    const derived = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', this.#purpose, 32)))
    this.#byKid.set(kid, derived)
    return derived
  }
}
