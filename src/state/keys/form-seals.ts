import { DecryptionFailed, ValueCipher } from '../../lib/crypto/value-cipher.ts'
import { DerivedSecrets } from './signing-key.ts'
import type { SigningKeys } from './signing-keys.ts'

const place = 'typed form'

/**
 * Seals what was typed into a form, so that its browser can keep it while its sender signs in. The key is derived (HKDF,
 * RFC 5869) from the key that signs tokens, which all instances share.
 */
export class FormSeals {
  readonly #keys: SigningKeys
  readonly #secrets = new DerivedSecrets('norn typed form')
  readonly #bytes: (size: number) => Buffer

  constructor(keys: SigningKeys, bytes: (size: number) => Buffer) {
    this.#keys = keys
    this.#bytes = bytes
  }

  seal(content: Buffer): string {
    return this.#cipher().encryptBytes(content, place)
  }

  /** Returns undefined for a value that was not sealed here, or under a key that has since been replaced. */
  open(sealed: string): Buffer | undefined {
    try {
      return this.#cipher().decryptBytes(sealed, place)
    } catch (error) {
      if (error instanceof DecryptionFailed) return undefined
      throw error
    }
  }

  #cipher(): ValueCipher {
    return ValueCipher.of(this.#secrets.of(this.#keys.current('tokens')), this.#bytes)
  }
}
