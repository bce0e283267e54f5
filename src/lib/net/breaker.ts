import type { Clock } from '../measure/clock.ts'

/** Thrown instead of doing work that has recently failed too often. */
export class BreakerOpen extends Error {
  override name = 'BreakerOpen'
}

/**
 * A circuit breaker. After `maxFailures` consecutive failures it rejects work for `pauseMs`, then lets a single attempt
 * through, whose success closes it again. It uses a clock that is never set back.
 */
export class Breaker {
  readonly #monotonic: Clock
  readonly #maxFailures: number
  readonly #pauseMs: number
  #failures = 0
  #openUntil = 0

  constructor(monotonic: Clock, maxFailures: number, pauseMs: number) {
    this.#monotonic = monotonic
    this.#maxFailures = maxFailures
    this.#pauseMs = pauseMs
  }

  /** Runs the work. Throws BreakerOpen, and whatever the work throws. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#failures >= this.#maxFailures) {
      if (this.#monotonic() < this.#openUntil) throw new BreakerOpen()
      // The next pause begins now, so that no second attempt gets through while this one runs.
      this.#openUntil = this.#monotonic() + this.#pauseMs
    }
    try {
      const result = await work()
      this.#failures = 0
      return result
    } catch (error) {
      this.#failures++
      this.#openUntil = this.#monotonic() + this.#pauseMs
      throw error
    }
  }
}
