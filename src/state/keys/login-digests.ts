import { createHmac } from 'node:crypto'
import { canSign } from './known-keys.ts'
import { DerivedSecrets, type SigningKey } from './signing-key.ts'
import type { SigningKeys } from './signing-keys.ts'

/** The length of a shown digest: 64 bits, short enough for operators to read and copy. */
const shownDigits = 16

/**
 * Computes the digest that stands for what somebody typed: in the log instead of a login that no account has, which may
 * be an email address or a password typed into the wrong field, and in rows that are found by it. The digest is keyed,
 * so that words can't be tried against the log, or against a copy of the database whose keys are encrypted. Its key is
 * derived (HKDF, RFC 5869) from the key that signs tokens, which all instances share, is encrypted like other keys, and
 * is replaced when it leaks (docs/decisions/0105-digests-of-what-people-choose.md).
 */
export class LoginDigests {
  readonly #keys: SigningKeys
  readonly #secrets = new DerivedSecrets('norn login digest')

  constructor(keys: SigningKeys) {
    this.#keys = keys
  }

  /** Returns the digest of a login that `fold` has normalised. */
  of(login: string): string {
    return this.forRow(login).slice(0, shownDigits)
  }

  /**
   * Returns the digests under all keys, that of the newest key first. Log lines from before the last rotation have
   * another one.
   */
  all(login: string): string[] {
    return this.allForRows(login).map((each) => each.slice(0, shownDigits))
  }

  /** Returns the whole digest, by which a row is found that somebody else's text must not be mistaken for. */
  forRow(text: string): string {
    return this.#whole(this.#keys.current('tokens'), text)
  }

  /** Returns the whole digests under all keys, that of the newest key first, for rows that outlive a rotation. */
  allForRows(text: string): string[] {
    const keys = this.#keys.all().filter(({ use }) => use === 'tokens')
    return keys
      .filter(canSign)
      .toReversed()
      .map((key) => this.#whole(key, text))
  }

  #whole(by: SigningKey, text: string): string {
    return createHmac('sha256', this.#secrets.of(by)).update(JSON.stringify(text)).digest('hex')
  }
}
