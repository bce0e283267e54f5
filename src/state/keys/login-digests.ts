import { createHmac } from 'node:crypto'
import { canSign } from './known-keys.ts'
import { DerivedSecrets, type SigningKey } from './signing-key.ts'
import type { SigningKeys } from './signing-keys.ts'

/** Of 64 bits; operators read and copy it. */
const shownDigits = 16

/**
 * What stands in the log in the place of a login that no account has: an e-mail perhaps, or a password typed into
 * the wrong field, so it is keyed, and whoever has the log alone cannot try words against it. The key is derived
 * (HKDF, RFC 5869) from the one that signs tokens: every instance has it, it is encrypted where keys are, and it is
 * replaced when it has leaked.
 */
export class LoginDigests {
  readonly #keys: SigningKeys
  readonly #secrets = new DerivedSecrets('norn login digest')

  constructor(keys: SigningKeys) {
    this.#keys = keys
  }

  /** `login`: as `fold` makes it. */
  of(login: string): string {
    return this.#under(this.#keys.current('tokens'), login)
  }

  /** Under every key that there is, the newest first: lines before the last rotation have another. */
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
