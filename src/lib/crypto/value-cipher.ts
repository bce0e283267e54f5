import { type CipherKey, createCipheriv, createDecipheriv, scrypt } from 'node:crypto'

/** The version of the format. It is followed by nonce, ciphertext and tag in base64url. */
export const encryptedPrefix = 'enc:v1:'

const nonceBytes = 12
const tagBytes = 16
const saltBytes = 16

/** Scrypt costs of 32 MiB and about 80 ms, paid once per process. Enough, as the secret has 32 characters or more. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

/** Thrown if a value was encrypted with another secret or for another place, or is damaged. */
export class DecryptionFailed extends Error {
  override name = 'DecryptionFailed'
}

export const isEncrypted = (value: string): boolean => value.startsWith(encryptedPrefix)

export const newSalt = (bytes: (size: number) => Buffer): string => bytes(saltBytes).toString('base64url')

/** Encrypts texts with AES-256-GCM (NIST SP 800-38D), using a key that scrypt (RFC 7914) derives from a secret. */
export class ValueCipher {
  readonly #key: CipherKey
  readonly #bytes: (size: number) => Buffer

  private constructor(key: CipherKey, bytes: (size: number) => Buffer) {
    this.#key = key
    this.#bytes = bytes
  }

  static derive(secret: string, salt: string, bytes: (size: number) => Buffer): Promise<ValueCipher> {
    return new Promise((resolve, reject) => {
      scrypt(secret.normalize('NFC'), Buffer.from(salt, 'base64url'), 32, cost, (error, key) =>
        error ? reject(error) : resolve(new ValueCipher(key, bytes)),
      )
    })
  }

  /** Makes a cipher from a key of 32 bytes, without deriving it. */
  static of(key: CipherKey, bytes: (size: number) => Buffer): ValueCipher {
    return new ValueCipher(key, bytes)
  }

  /** Encrypts a text. `place` is authenticated along with it, so that the value can't be decrypted elsewhere. */
  encrypt(text: string, place: string): string {
    return this.encryptBytes(Buffer.from(text), place)
  }

  /** Encrypts bytes as `encrypt` does a text. */
  encryptBytes(bytes: Buffer, place: string): string {
    const nonce = this.#bytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(place))
    const parts = [nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]
    return encryptedPrefix + Buffer.concat(parts).toString('base64url')
  }

  /** Decrypts the text of a value that was encrypted for this place. Throws DecryptionFailed. */
  decrypt(value: string, place: string): string {
    return this.decryptBytes(value, place).toString('utf8')
  }

  /** Decrypts the bytes of a value that was encrypted for this place. Throws DecryptionFailed. */
  decryptBytes(value: string, place: string): Buffer {
    if (!isEncrypted(value)) throw new DecryptionFailed(`${place} is not encrypted`)
    const bytes = Buffer.from(value.slice(encryptedPrefix.length), 'base64url')
    if (bytes.length < nonceBytes + tagBytes) throw new DecryptionFailed(`${place} is too short`)
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-tagBytes))
    try {
      const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
      return Buffer.concat([text, decipher.final()])
    } catch (error) {
      throw new DecryptionFailed(`${place} cannot be decrypted`, { cause: error })
    }
  }
}
