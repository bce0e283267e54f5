import type { Clock } from './clock.ts'

/** Whether something has happened within the last so many milliseconds, by a clock that never goes back. */
export class Recency {
  readonly #windowMs: number
  readonly #monotonic: Clock
  #last = Number.NEGATIVE_INFINITY

  constructor(windowMs: number, monotonic: Clock) {
    this.#windowMs = windowMs
    this.#monotonic = monotonic
  }

  /** It happens now. */
  mark(): void {
    this.#last = this.#monotonic()
  }

  get isRecent(): boolean {
    return this.#monotonic() - this.#last < this.#windowMs
  }
}
