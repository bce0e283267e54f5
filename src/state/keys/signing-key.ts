import { createSecretKey, generateKeyPair, hkdfSync, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { dayMs } from '../../lib/measure/units.ts'
import type { SigningKeyRow } from '../../storage/schema/schema.ts'

export type KeyUse = SigningKeyRow['use']

/** A key as the database has it. */
export interface KnownKey {
  kid: string
  use: KeyUse
  createdAt: number
  signsFrom: number
  publishedUntil: number | null
  revokedAt: number | null
  publicKey: KeyObject
  /** Undefined where it cannot be decrypted: such a key verifies, and does not sign. */
  privateKey: KeyObject | undefined
}

export interface SigningKey extends KnownKey {
  privateKey: KeyObject
}

/** How a key pair is made and how long it is published. Durations in milliseconds. */
export interface KeyPolicy {
  texturesKeyBits: number
  /** A new textures key is published for so long before it signs: clients read keys at their start. */
  texturesKeyLead: number
  texturesKeyRetention: number
  accessTokenLifetime: number
}

/** RS256 is for clients that know nothing else; 2048 bits is what all of them read. */
const idTokenKeyBits = 2048

/** ID tokens are good for an hour. */
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
 * Secrets of 32 bytes for one purpose (HKDF, RFC 5869), one of each key: every instance has it, it is encrypted where
 * keys are, and it is replaced when the key has leaked.
 */
export class DerivedSecrets {
  readonly #purpose: string
  // Each is derived once: that costs ten times what is then done with it. Keys are a handful.
  readonly #byKid = new Map<string, KeyObject>()

  constructor(purpose: string) {
    this.#purpose = purpose
  }

  of({ kid, privateKey }: SigningKey): KeyObject {
    const known = this.#byKid.get(kid)
    if (known) return known
    const secret = privateKey.export({ type: 'pkcs8', format: 'der' })
    // Node takes five times as long for an HMAC whose key is a buffer.
    const derived = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', this.#purpose, 32)))
    this.#byKid.set(kid, derived)
    return derived
  }
}
