import { LRUCache } from 'lru-cache'
import { upTo } from '../../lib/measure/capacity.ts'
import type { Clock } from '../../lib/measure/clock.ts'
import { TokenBucket } from '../../lib/measure/token-bucket.ts'

/** `size` at once, and one more every `refillMs`. */
export interface Rate {
  size: number
  refillMs: number
}

/** A rate limit for each key in this process. In memory, since writing would cost more than the work that it limits. */
export class Rates {
  readonly #monotonic: Clock
  readonly #rate: Rate
  readonly #buckets: LRUCache<string, TokenBucket>

  /** Keeps `most` keys, and forgets the one that has not been used for longest. */
  constructor(monotonic: Clock, rate: Rate, most: number) {
    this.#monotonic = monotonic
    this.#rate = rate
    this.#buckets = new LRUCache(upTo(most))
  }

  /** Returns false, and counts nothing, if it is too often. */
  take(key: string): boolean {
    let bucket = this.#buckets.get(key)
    if (!bucket) {
      bucket = new TokenBucket(this.#monotonic, this.#rate.size, this.#rate.refillMs)
      this.#buckets.set(key, bucket)
    }
    return bucket.take()
  }
}
