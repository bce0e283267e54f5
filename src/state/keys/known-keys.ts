import type { Clock } from '../../lib/measure/clock.ts'
import { SecretMismatch } from '../../model/secret-mismatch.ts'
import type { KeyUse, KnownKey, SigningKey } from './signing-key.ts'

/** Which of the keys that are loaded signs, and which verifies. */
export class KnownKeys {
  protected readonly clock: Clock
  protected keys: KnownKey[] = []

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** The newest key of this use whose time to sign has come. Throws SecretMismatch where none can be decrypted. */
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

  /** The key of this use that is published and signs next, if there is one. */
  pending(use: KeyUse): KnownKey | undefined {
    const current = this.current(use)
    return this.keys.find(
      (key) => key.use === use && key.revokedAt === null && key.signsFrom > this.clock() && key !== current,
    )
  }

  /** Every key of this use that verifiers may still need, newest first. */
  published(use: KeyUse): KnownKey[] {
    const now = this.clock()
    return this.keys
      .filter((key) => key.use === use && key.revokedAt === null)
      .filter(({ publishedUntil }) => publishedUntil === null || publishedUntil > now)
      .toReversed()
  }

  /** The key with which a signature for this use is verified; undefined for one that was revoked. */
  find(use: KeyUse, kid: string): KnownKey | undefined {
    return this.keys.find((key) => key.kid === kid && key.use === use && key.revokedAt === null)
  }

  all(): readonly KnownKey[] {
    return this.keys
  }
}

export const canSign = (key: KnownKey): key is SigningKey => key.privateKey !== undefined
