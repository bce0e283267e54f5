import { LRUCache } from 'lru-cache'
import type { Clock } from '../lib/clock.ts'

/** Some 200 bytes each. */
const maxRemembered = 10_000
const rememberedMs = 600_000

/**
 * The joins that this process has given out lately. A server that asks twice is refused the second time, and the
 * log says why; another instance does not know.
 */
export class TakenJoins {
  readonly #taken: LRUCache<string, true>

  constructor(clock: Clock) {
    this.#taken = new LRUCache({
      max: maxRemembered,
      ttl: rememberedMs,
      ttlResolution: 0,
      perf: { now: clock },
    })
  }

  remember(account: string, serverIdDigest: string): void {
    this.#taken.set(account + serverIdDigest, true)
  }

  has(account: string, serverIdDigest: string): boolean {
    return this.#taken.has(account + serverIdDigest)
  }
}
