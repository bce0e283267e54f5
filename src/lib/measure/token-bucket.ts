import type { Clock } from './clock.ts'

/** Allows `size` events at once, and another one every `refillMs`. It uses a clock that is never set back. */
export class TokenBucket {
  readonly #monotonic: Clock
  readonly #size: number
  readonly #refillMs: number
  #fullAt = Number.NEGATIVE_INFINITY

  constructor(monotonic: Clock, size: number, refillMs: number) {
    this.#monotonic = monotonic
    this.#size = size
    this.#refillMs = refillMs
  }

  /** Returns true if one more event would leave room for at least `kept` others. */
  has(kept = 0): boolean {
    const now = this.#monotonic()
    return Math.max(this.#fullAt, now) + this.#refillMs - now <= (this.#size - kept) * this.#refillMs
  }

  /** Counts an event. Returns false, and counts nothing, if there have been too many to leave room for `kept` others. */
  take(kept = 0): boolean {
    if (!this.has(kept)) return false
    this.#fullAt = Math.max(this.#fullAt, this.#monotonic()) + this.#refillMs
    return true
  }
}
