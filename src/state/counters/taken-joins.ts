import { LRUCache } from 'lru-cache'
import type { Clock } from '../../lib/measure/clock.ts'

/** Some 200 bytes each. */
const maxRemembered = 10_000
const rememberedMs = 600_000

/**
 * The joins that this process has given out lately. A server that asks twice is refused the second time, and the
 * log says why; another instance does not know.
 */
export class TakenJoins {
  readonly #clock: Clock
  /** When each was taken. The oldest of a plain map takes ever longer to find. */
  readonly #taken = new LRUCache<string, number>({ max: maxRemembered })

  constructor(clock: Clock) {
    this.#clock = clock
  }

  remember(account: string, serverIdDigest: string): void {
    this.#taken.set(account + serverIdDigest, this.#clock())
  }

  has(account: string, serverIdDigest: string): boolean {
    const takenAt = this.#taken.get(account + serverIdDigest)
    return takenAt !== undefined && this.#clock() - takenAt < rememberedMs
  }
}
