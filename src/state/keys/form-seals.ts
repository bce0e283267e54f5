import { createHmac } from 'node:crypto'
import { DecryptionFailed, ValueCipher } from '../../lib/crypto/value-cipher.ts'
import { DerivedSecrets } from './signing-key.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The cookies with sealed content. The content of one does not open as that of another. */
type SealedPlace = 'typed form' | 'shown secret' | 'sign-in at a provider' | 'proved identity'

/** 96 bits. Each form of a page has it, and the heaviest page has a limit. */
const senderLength = 16

/**
 * Seals what a browser keeps for a while: what was typed into a form while its sender signs in, a new secret until its
 * page has shown it, and a sign-in at a provider. Each names what it is for, and its end. The key is derived (HKDF,
 * RFC 5869) from the key that signs tokens, which all instances share.
 */
export class FormSeals {
  readonly #keys: SigningKeys
  readonly #secrets = new DerivedSecrets('norn typed form')
  readonly #senders = new DerivedSecrets('norn sender of a form')
  readonly #bytes: (size: number) => Buffer

  constructor(keys: SigningKeys, bytes: (size: number) => Buffer) {
    this.#keys = keys
    this.#bytes = bytes
  }

  /**
   * Returns a text that stands for an account in its own pages, whose forms send it back. Nobody else can make it, so
   * what was typed into one of them is filled in again for this account alone, in whatever browser.
   */
  senderOf(accountId: string): string {
    const key = this.#senders.of(this.#keys.current('tokens'))
    return createHmac('sha256', key).update(accountId).digest('base64url').slice(0, senderLength)
  }

  seal(content: Buffer, place: SealedPlace): string {
    return this.#cipher().encryptBytes(content, place)
  }

  /** Returns undefined for a value that was not sealed here, or under a key that has since been replaced. */
  open(sealed: string, place: SealedPlace): Buffer | undefined {
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
