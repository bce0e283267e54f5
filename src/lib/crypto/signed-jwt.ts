import { type KeyObject, sign } from 'node:crypto'

/**
 * Returns a JWT in the compact form (RFC 7515, section 7.1), signed with ES256 (RFC 7518, section 3.4). It is signed on
 * the event loop, because the way to another thread and back costs more than the 20 µs of a signature.
 */
export function signedJwt(
  header: { typ: string; kid: string },
  claims: object,
  privateKey: KeyObject,
): string {
  const content = `${encoded({ alg: 'ES256', ...header })}.${encoded(claims)}`
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${content}.${signature.toString('base64url')}`
}

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
