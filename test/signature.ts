// Checks signatures with WebCrypto: with none of our code, and no program that a machine may lack.
import type { webcrypto } from 'node:crypto'

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-1' }

/**
 * Imports a public RSA key as it is published: SubjectPublicKeyInfo (RFC 5280), as DER or as PEM text (RFC 7468).
 */
export function publicKey(published: Buffer | string): Promise<webcrypto.CryptoKey> {
  const der = typeof published === 'string' ? derOf(published) : published
  return crypto.subtle.importKey('spki', new Uint8Array(der), algorithm, true, ['verify'])
}

/** Resolves with true if `signature`, in Base64, is SHA1withRSA (PKCS #1 v1.5, RFC 8017) over the data. */
export async function isSigned(
  published: Buffer | string,
  data: Buffer | string,
  signature: string,
): Promise<boolean> {
  const [key, bytes] = [await publicKey(published), new Uint8Array(Buffer.from(data))]
  return crypto.subtle.verify(algorithm, key, new Uint8Array(Buffer.from(signature, 'base64')), bytes)
}

const [begin, end] = ['-----BEGIN PUBLIC KEY-----\n', '\n-----END PUBLIC KEY-----\n']

function derOf(pem: string): Buffer {
  if (!pem.startsWith(begin) || !pem.endsWith(end)) throw new Error(`not a public key in PEM: ${pem}`)
  return Buffer.from(pem.slice(begin.length, -end.length), 'base64')
}

/** Encodes DER in PEM, in lines of 64 characters (RFC 7468). */
export function pemOf(der: Buffer): string {
  return begin + (der.toString('base64').match(/.{1,64}/g) ?? []).join('\n') + end
}
