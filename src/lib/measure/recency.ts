import type { Clock } from './clock.ts'

/** Remembers whether something happened within the last so many milliseconds, by a clock that is never set back. */
export class Recency {
  readonly #windowMs: number
  readonly #monotonic: Clock
  #last = Number.NEGATIVE_INFINITY

  constructor(windowMs: number, monotonic: Clock) {
    this.#windowMs = windowMs
    this.#monotonic = monotonic
  }

  /** Records that it is happening now. */
  mark(): void {
    this.#last = this.#monotonic()
  }

  get isRecent(): boolean {
    return this.#monotonic() - this.#last < this.#windowMs
  }
}
