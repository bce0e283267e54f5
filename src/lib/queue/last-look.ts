import type { Clock } from '../measure/clock.ts'
import { inTime } from '../process/in-time.ts'

/**
 * The result of a look at something slow, such as another machine. Everybody who asks shares it, one look is under way at
 * a time, and nobody waits for it longer than they want to.
 */
export class LastLook<Value> {
  readonly #look: () => Promise<Value>
  readonly #goodMs: (value: Value) => number
  readonly #monotonic: Clock
  #known: Value | undefined
  #lookAgainAt = Number.NEGATIVE_INFINITY
  #looking: Promise<void> | undefined

  /** `goodMs` returns for how long a result is good. A look that rejects leaves what is known. */
  constructor(look: () => Promise<Value>, goodMs: (value: Value) => number, monotonic: Clock) {
    this.#look = look
    this.#goodMs = goodMs
    this.#monotonic = monotonic
  }

  /**
   * Returns what is known; undefined before the first look has ended. If it is no longer good, a look begins, which is
   * waited for up to `waitMs` milliseconds.
   */
  async latest(waitMs: number): Promise<Value | undefined> {
    if (this.#monotonic() >= this.#lookAgainAt) {
      this.#looking ??= this.#begin()
      await inTime(this.#looking, waitMs)
    }
    return this.#known
  }

  async #begin(): Promise<void> {
    try {
      this.#known = await this.#look()
      this.#lookAgainAt = this.#monotonic() + this.#goodMs(this.#known)
    } finally {
      this.#looking = undefined
    }
  }
}
