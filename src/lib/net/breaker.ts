import type { Clock } from '../measure/clock.ts'

/** Thrown instead of doing work that has failed too often in a row. */
export class BreakerOpen extends Error {
  override name = 'BreakerOpen'
}

/**
 * A circuit breaker: after `maxFailures` failures in a row it refuses work for `pauseMs`, then lets one
 * piece of work through; a success closes it again. It goes by a clock that is never set back.
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

  /** Throws BreakerOpen, and what the work throws. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#failures >= this.#maxFailures) {
      if (this.#monotonic() < this.#openUntil) throw new BreakerOpen()
      // The next pause begins now, so that no second piece of work is let through beside this one.
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
