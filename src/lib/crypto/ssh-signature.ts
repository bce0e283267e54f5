// Signatures of files by SSH keys, as `ssh-keygen -Y sign` writes them (PROTOCOL.sshsig of OpenSSH).
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'

const magic = 'SSHSIG'
const armour = /^-----BEGIN SSH SIGNATURE-----\n([A-Za-z0-9+/=\n]+)-----END SSH SIGNATURE-----\n?$/
const minRsaBits = 2048

/** Matches a line of a `.pub` file: the key type and the key in Base64. Only Ed25519 and RSA are supported. */
export const publicKeyLine = /^(?:ssh-ed25519|ssh-rsa) ([A-Za-z0-9+/]{16,}={0,2})(?: [^\r\n]*)?$/

/** Reads the fields of the binary form: a length of four bytes, then as many bytes. Throws RangeError if one is cut. */
class Fields {
  #rest: Buffer

  constructor(bytes: Buffer) {
    this.#rest = bytes
  }

  take(length: number): Buffer {
    if (length > this.#rest.length) throw new RangeError('the signature ends early')
    const taken = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return taken
  }

  next(): Buffer {
    return this.take(this.take(4).readUInt32BE())
  }

  text(): string {
    return this.next().toString('latin1')
  }
}

/** Returns true if one of the keys (lines of `.pub` files) signed the message for this purpose. */
export function isSignedBy(
  keys: readonly string[],
  signature: string,
  message: Buffer,
  namespace: string,
): boolean {
  try {
    return isSigned(keys, signature, message, namespace)
  } catch {
    return false
  }
}

function isSigned(keys: readonly string[], signature: string, message: Buffer, namespace: string): boolean {
  const fields = new Fields(Buffer.from(armour.exec(signature)?.[1] ?? '', 'base64'))
  if (fields.take(magic.length).toString() !== magic || fields.take(4).readUInt32BE() !== 1) return false
  const key = fields.next()
  const isKnown = keys.some((line) => publicKeyLine.exec(line)?.[1] === key.toString('base64'))
  if (!isKnown || fields.text() !== namespace) return false
  const reserved = fields.next()
  const hash = fields.text()
  if (hash !== 'sha256' && hash !== 'sha512') return false
  const digest = createHash(hash).update(message).digest()
  const signed = [Buffer.from(namespace), reserved, Buffer.from(hash), digest].map(withLength)
  const inner = new Fields(fields.next())
  const algorithm = algorithms[inner.text()]
  if (algorithm === undefined) return false
  return verify(
    algorithm.digest,
    Buffer.concat([Buffer.from(magic), ...signed]),
    algorithm.read(key),
    inner.next(),
  )
}

const algorithms: Readonly<Record<string, { digest: string | null; read: (key: Buffer) => KeyObject }>> = {
  'ssh-ed25519': { digest: null, read: ed25519 },
  'rsa-sha2-256': { digest: 'sha256', read: rsa },
  'rsa-sha2-512': { digest: 'sha512', read: rsa },
}

function ed25519(key: Buffer): KeyObject {
  const fields = new Fields(key)
  if (fields.text() !== 'ssh-ed25519') throw new Error('the key has a different type')
  const x = fields.next().toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

function rsa(key: Buffer): KeyObject {
  const fields = new Fields(key)
  if (fields.text() !== 'ssh-rsa') throw new Error('the key has a different type')
  const [e, n] = [unsigned(fields.next()), unsigned(fields.next())]
  const read = createPublicKey({ key: { kty: 'RSA', e, n }, format: 'jwk' })
  if ((read.asymmetricKeyDetails?.modulusLength ?? 0) < minRsaBits) throw new Error('the key is too short')
  return read
}

/** Removes the zero byte that SSH writes before a number whose first bit is set. JWK does not allow it. */
const unsigned = (bytes: Buffer): string => bytes.subarray(bytes[0] === 0 ? 1 : 0).toString('base64url')

function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
