import type { Clock } from './clock.ts'

/** Thrown instead of doing work that has failed too often lately. */
export class BreakerOpen extends Error {
  override name = 'BreakerOpen'
}

/**
 * Gives up for `pause` milliseconds on what has failed `failures` times in a row; then one piece of work
 * is let through to see, and its success opens the way again.
 */
export class Breaker {
  readonly #clock: Clock
  readonly #failures: number
  readonly #pause: number
  #failed = 0
  #openUntil = 0

  constructor(clock: Clock, failures: number, pause: number) {
    this.#clock = clock
    this.#failures = failures
    this.#pause = pause
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#failed >= this.#failures) {
      if (this.#clock() < this.#openUntil) throw new BreakerOpen()
      this.#openUntil = this.#clock() + this.#pause
    }
    try {
      const done = await work()
      this.#failed = 0
      return done
    } catch (error) {
      this.#failed++
      this.#openUntil = this.#clock() + this.#pause
      throw error
    }
  }
}
