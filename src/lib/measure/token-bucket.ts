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

  /** Counts an event. Returns false, and counts nothing, if there have been too many. */
  take(): boolean {
    const now = this.#monotonic()
    const fullAt = Math.max(this.#fullAt, now) + this.#refillMs
    if (fullAt - now > this.#size * this.#refillMs) return false
    this.#fullAt = fullAt
    return true
  }
}
