import { LRUCache } from 'lru-cache'
import { upTo } from '../../lib/measure/capacity.ts'
import type { Clock } from '../../lib/measure/clock.ts'
import { TokenBucket } from '../../lib/measure/token-bucket.ts'

/** So many at once, and another one every `refillMs`. */
export interface Rate {
  size: number
  refillMs: number
}

/** The rate of each of many, to this process. In memory: to write it would cost more than what it limits. */
export class Rates {
  readonly #monotonic: Clock
  readonly #rate: Rate
  readonly #buckets: LRUCache<string, TokenBucket>

  /** Remembers `most` of them, and forgets first the one that has been away longest. */
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
