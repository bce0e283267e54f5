import type { Clock } from '../../lib/measure/clock.ts'
import { SecretMismatch } from '../../model/errors/secret-mismatch.ts'
import type { KeyUse, KnownKey, SigningKey } from './signing-key.ts'

/** Selects the loaded keys that sign and verify. */
export class KnownKeys {
  protected readonly clock: Clock
  protected keys: KnownKey[] = []

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Returns the newest key of this use that may sign already. Throws SecretMismatch if none can be decrypted. */
  current(use: KeyUse): SigningKey {
    const now = this.clock()
    const own = this.keys.filter((key) => key.use === use && key.revokedAt === null).filter(canSign)
    const key = own.findLast((candidate) => candidate.signsFrom <= now) ?? own[0]
    if (!key) {
      throw new SecretMismatch(
        `no ${use} key in the database can be decrypted; start with the NORN_SECRET that encrypted it, or restore a backup`,
      )
    }
    return key
  }

  /** Returns the key of this use that is published and will sign next, or undefined. */
  pending(use: KeyUse): KnownKey | undefined {
    const current = this.current(use)
    return this.keys.find(
      (key) => key.use === use && key.revokedAt === null && key.signsFrom > this.clock() && key !== current,
    )
  }

  /** Returns all keys of this use that verifiers may still need, the newest first. */
  published(use: KeyUse): KnownKey[] {
    const now = this.clock()
    return this.keys
      .filter((key) => key.use === use && key.revokedAt === null)
      .filter(({ publishedUntil }) => publishedUntil === null || publishedUntil > now)
      .toReversed()
  }

  /** Returns the key that verifies a signature for this use, or undefined if it is unknown or revoked. */
  find(use: KeyUse, kid: string): KnownKey | undefined {
    return this.keys.find((key) => key.kid === kid && key.use === use && key.revokedAt === null)
  }

  all(): readonly KnownKey[] {
    return this.keys
  }
}

export const canSign = (key: KnownKey): key is SigningKey => key.privateKey !== undefined
