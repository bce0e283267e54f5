import { generateKeyPair, hkdfSync, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { SigningKeyRow } from '../storage/schema.ts'

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
export const idTokenKeyRetentionMs = 86_400_000

const generate = promisify(generateKeyPair)

export function newKeyPair(
  use: KeyUse,
  { texturesKeyBits }: KeyPolicy,
): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  if (use === 'tokens') return generate('ec', { namedCurve: 'P-256' })
  return generate('rsa', { modulusLength: use === 'oauth' ? idTokenKeyBits : texturesKeyBits })
}

/**
 * A secret of 32 bytes for one purpose (HKDF, RFC 5869): every instance has it, it is encrypted where keys are, and it
 * is replaced when the key has leaked.
 */
export function derivedSecret({ privateKey }: SigningKey, purpose: string): Buffer {
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' })
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
