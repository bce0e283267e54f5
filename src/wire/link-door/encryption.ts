import {
  constants,
  createCipheriv,
  createHash,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto'
import { Malformed } from './frames.ts'

/** All that games take. The key lives as long as the process, and signs nothing. */
const keyBits = 1024

const secretBytes = 16

/** The key of the door, and what games encrypt with it. */
export class DoorKey {
  readonly #privateKey: KeyObject
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Buffer

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: keyBits })
    this.#privateKey = privateKey
    this.publicKey = publicKey.export({ type: 'spki', format: 'der' })
  }

  /** Throws Malformed. */
  decrypt(bytes: Buffer): Buffer {
    try {
      return privateDecrypt({ key: this.#privateKey, padding: constants.RSA_PKCS1_PADDING }, bytes)
    } catch (cause) {
      throw new Malformed('what is encrypted for us', { cause })
    }
  }

  /** Decrypts the secret that both sides use from then on. Throws Malformed. */
  secret(bytes: Buffer): Buffer {
    const secret = this.decrypt(bytes)
    if (secret.length !== secretBytes) throw new Malformed('a secret')
    return secret
  }

  /** Returns the hash of a join, as the game has told it to its own service: a signed number in hexadecimal. */
  joinHash(secret: Buffer): string {
    const digest = createHash('sha1').update(secret).update(this.publicKey).digest('hex')
    return BigInt.asIntN(160, BigInt(`0x${digest}`)).toString(16)
  }
}

/**
 * Encrypts what is said to a game. Somebody who passes a player's bytes on to the door does not know the secret, and
 * can't read the code.
 */
export const encrypted = (secret: Buffer, bytes: Buffer): Buffer =>
  createCipheriv('aes-128-cfb8', secret, secret).update(bytes)
