import { DecryptionFailed, isEncrypted, ValueCipher } from '../../lib/crypto/value-cipher.ts'
import { SecretMismatch } from '../../model/errors/secret-mismatch.ts'
import type { Queries, Transaction } from '../../storage/engine/database.ts'
import { encryptionRow, lockEncryption, type SecretPlace } from '../../storage/schema/encryption.ts'
import type { EncryptionRow } from '../../storage/schema/rows/credentials.ts'

const check = { text: 'norn', place: 'encryption.check_value' }

const nameOf = ({ table, column, key }: SecretPlace): string => `${table}.${column} of ${key}`

type Bytes = (size: number) => Buffer

/**
 * Encrypts and decrypts the private keys and TOTP secrets in the database, which are stored in plain text or encrypted
 * under NORN_SECRET. A process keeps the form that it found when it started. If another process has changed it since,
 * this one refuses to read and write them (docs/decisions/0029-secrets-at-rest.md).
 */
export class StoredSecrets {
  readonly #cipher: ValueCipher | undefined
  readonly #checkValue: string | undefined

  private constructor(cipher: ValueCipher | undefined, checkValue: string | undefined) {
    this.#cipher = cipher
    this.#checkValue = checkValue
  }

  static readonly plaintext = new StoredSecrets(undefined, undefined)

  /** Encrypts under a new key. `checkValue` belongs in the row of the encryption. */
  static async encrypted(
    secret: string,
    salt: string,
    bytes: Bytes,
  ): Promise<{ secrets: StoredSecrets; checkValue: string }> {
    const cipher = await ValueCipher.derive(secret, salt, bytes)
    const checkValue = cipher.encrypt(check.text, check.place)
    return { secrets: new StoredSecrets(cipher, checkValue), checkValue }
  }

  /** Uses the form that the row describes. Throws SecretMismatch if the secret is missing or a different one. */
  static async of(
    row: EncryptionRow | undefined,
    secret: string | undefined,
    bytes: Bytes,
  ): Promise<StoredSecrets> {
    if (!row) return StoredSecrets.plaintext
    if (secret === undefined) {
      throw new SecretMismatch(
        'the keys in the database are encrypted, and NORN_SECRET is not set; set it, or NORN_SECRET_FILE, to the secret that encrypted them (nothing was changed)',
      )
    }
    const cipher = await ValueCipher.derive(secret, row.salt, bytes)
    try {
      cipher.decrypt(row.check_value, check.place)
    } catch (error) {
      if (!(error instanceof DecryptionFailed)) throw error
      throw new SecretMismatch(
        'NORN_SECRET is not the secret that the keys in the database are encrypted with; set it to that one (nothing was changed)',
        { cause: error },
      )
    }
    return new StoredSecrets(cipher, row.check_value)
  }

  get areEncrypted(): boolean {
    return this.#cipher !== undefined
  }

  /** Returns the text in the form to be stored at this place. */
  seal(place: SecretPlace, text: string): string {
    return this.#cipher ? this.#cipher.encrypt(text, nameOf(place)) : text
  }

  /** Returns the text of a stored value. Throws DecryptionFailed. */
  unseal(place: SecretPlace, value: string): string {
    if (this.#cipher) return this.#cipher.decrypt(value, nameOf(place))
    if (isEncrypted(value)) throw new DecryptionFailed(`${nameOf(place)} is encrypted`)
    return value
  }

  /**
   * Returns the text of a value stored at this place. Throws SecretMismatch, with a message that distinguishes a change
   * of the secret from a damaged row.
   */
  async open(db: Queries, place: SecretPlace, value: string): Promise<string> {
    try {
      return this.unseal(place, value)
    } catch (error) {
      if (!(error instanceof DecryptionFailed)) throw error
      await this.requireUnchanged(db)
      throw new SecretMismatch(
        `${nameOf(place)} in the database is damaged, or was copied from another place: it cannot be decrypted`,
        { cause: error },
      )
    }
  }

  /**
   * Must be called in a transaction before it writes a secret. Until the transaction ends, nobody can change how
   * secrets are stored.
   */
  async lock(tx: Transaction): Promise<void> {
    await lockEncryption(tx, 'share')
    await this.requireUnchanged(tx)
  }

  /** Throws SecretMismatch if another process has changed how secrets are stored since this one started. */
  async requireUnchanged(db: Queries): Promise<void> {
    const row = await encryptionRow(db)
    if (row?.check_value === this.#checkValue) return
    throw new SecretMismatch(
      'the encryption of the keys in the database has been changed since this process started; restart it with the NORN_SECRET that is now in use',
    )
  }
}
