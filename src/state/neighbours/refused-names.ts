import { LRUCache } from 'lru-cache'
import { upTo } from '../../lib/measure/capacity.ts'
import type { Clock } from '../../lib/measure/clock.ts'
import { TokenBucket } from '../../lib/measure/token-bucket.ts'
import { minuteMs } from '../../lib/measure/units.ts'

/** The times a minute that nobody may have joined under a name. */
export const perMinute = 2
export const maxNames = 10_000

/** The names under which neighbours have recently said that nobody has joined. */
export class RefusedNames {
  readonly #names: LRUCache<string, TokenBucket>

  constructor(monotonic: Clock) {
    this.#names = new LRUCache({
      ...upTo(maxNames),
      memoMethod: () => new TokenBucket(monotonic, perMinute, minuteMs / perMinute),
    })
  }

  /** Records that nobody has joined under a name. */
  refused(key: string): void {
    this.#names.memo(key).take()
  }

  /** Returns true if that was so too often. */
  has(key: string): boolean {
    return this.#names.get(key)?.has() === false
  }
}
