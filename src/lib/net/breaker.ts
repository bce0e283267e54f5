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
  readonly #counts: (error: unknown) => boolean
  #failures = 0
  #openUntil = 0

  /** `counts` returns false for an error that says nothing about the other side, such as time lost in our own queue. */
  constructor(
    monotonic: Clock,
    maxFailures: number,
    pauseMs: number,
    counts: (error: unknown) => boolean = () => true,
  ) {
    this.#monotonic = monotonic
    this.#maxFailures = maxFailures
    this.#pauseMs = pauseMs
    this.#counts = counts
  }

  get isClosed(): boolean {
    return this.#failures < this.#maxFailures
  }

  /** Runs the work. Throws BreakerOpen, and whatever the work throws. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.enter()
    try {
      const result = await work()
      this.succeeded()
      return result
    } catch (error) {
      if (this.#counts(error)) this.failed()
      throw error
    }
  }

  /** Throws BreakerOpen. The caller must tell how its attempt ends, unless that says nothing. */
  enter(): void {
    if (this.isClosed) return
    if (this.#monotonic() < this.#openUntil) throw new BreakerOpen()
    // The next pause begins now, so that no second attempt gets through while this one runs.
    this.#openUntil = this.#monotonic() + this.#pauseMs
  }

  succeeded(): void {
    this.#failures = 0
  }

  failed(): void {
    this.#failures++
    this.#openUntil = this.#monotonic() + this.#pauseMs
  }
}
