import { createHmac } from 'node:crypto'
import { canSign } from './known-keys.ts'
import { DerivedSecrets, type SigningKey } from './signing-key.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The length of a shown digest: 64 bits, short enough for operators to read and copy. */
const shownDigits = 16

/**
 * Computes the digest that the log shows instead of a login that no account has, which may be an email address or a
 * password typed into the wrong field. The digest is keyed, so that words can't be tried against the log alone. Its key
 * is derived (HKDF, RFC 5869) from the key that signs tokens, which all instances share, is encrypted like other keys,
 * and is replaced when it leaks.
 */
export class LoginDigests {
  readonly #keys: SigningKeys
  readonly #secrets = new DerivedSecrets('norn login digest')

  constructor(keys: SigningKeys) {
    this.#keys = keys
  }

  /** Returns the digest of a login that `fold` has normalised. */
  of(login: string): string {
    return this.#under(this.#keys.current('tokens'), login)
  }

  /**
   * Returns the digests under all keys, that of the newest key first. Log lines from before the last rotation have
   * another one.
   */
  all(login: string): string[] {
    const keys = this.#keys.all().filter(({ use }) => use === 'tokens')
    return keys
      .filter(canSign)
      .toReversed()
      .map((key) => this.#under(key, login))
  }

  #under(by: SigningKey, login: string): string {
    const hmac = createHmac('sha256', this.#secrets.of(by))
    return hmac.update(JSON.stringify(login)).digest('hex').slice(0, shownDigits)
  }
}
