import type { Clock } from '../../lib/measure/clock.ts'
import { RecentMap } from '../../lib/measure/recent-map.ts'

/** About 200 bytes each. */
export const maxRemembered = 10_000
export const rememberedMs = 600_000

/**
 * Remembers the joins that this process recently gave to a game server. If a server asks twice, the second request is
 * refused, and this tells the log why. Other instances do not know.
 */
export class TakenJoins {
  readonly #clock: Clock
  /** The time at which each join was given out. */
  readonly #taken = new RecentMap<string, number>({ max: maxRemembered })

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
