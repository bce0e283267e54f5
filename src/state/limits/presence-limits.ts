import { LRUCache } from 'lru-cache'
import { upTo } from '../../lib/measure/capacity.ts'
import type { Clock } from '../../lib/measure/clock.ts'
import { TokenBucket } from '../../lib/measure/token-bucket.ts'

/** Reports of one player at once, and another one every `refillMs`. A game reports once a minute at most. */
export const presenceBudget = { size: 60, refillMs: 2000 }

export const maxReporters = 20_000

/** The reports of each player to this process. In memory: writing costs more than a report. */
export class PresenceLimits {
  readonly #monotonic: Clock
  readonly #reporters = new LRUCache<string, TokenBucket>(upTo(maxReporters))

  constructor(monotonic: Clock) {
    this.#monotonic = monotonic
  }

  /** Returns false, and counts nothing, if a player reports too often. */
  mayReport(accountId: string): boolean {
    let bucket = this.#reporters.get(accountId)
    if (!bucket) {
      bucket = new TokenBucket(this.#monotonic, presenceBudget.size, presenceBudget.refillMs)
      this.#reporters.set(accountId, bucket)
    }
    return bucket.take()
  }
}
