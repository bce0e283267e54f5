import { type Clock, systemClock } from '../../../lib/measure/clock.ts'

/**
 * Converts between our clock and the machine's, which the library reads in seconds and can't replace. The database
 * has times of our clock; the library gets times as far from the machine's time as they are from ours.
 */
export class LibraryTime {
  readonly #clock: Clock
  readonly #machine: Clock

  constructor(clock: Clock, machine: Clock = systemClock) {
    this.#clock = clock
    this.#machine = machine
  }

  /** Returns the time in epoch milliseconds, rounded to a second, since token lifetimes are counted in seconds. */
  now(): number {
    return Math.floor(this.#clock() / 1000) * 1000
  }

  /** Converts an expiry to the library's epoch seconds, rounded up so that nothing expires early. */
  expiry(expiresAt: number): number {
    return this.#libraryNow() + Math.ceil((expiresAt - this.#clock()) / 1000)
  }

  /** Converts a past time to the library's epoch seconds. It does not depend on the fraction of this second. */
  past(instant: number): number {
    return this.#libraryNow() - (Math.floor(this.#clock() / 1000) - Math.floor(instant / 1000))
  }

  /** Converts the library's epoch seconds to our clock's. */
  ownSeconds(seconds: number): number {
    return Math.floor(this.#clock() / 1000) - (this.#libraryNow() - seconds)
  }

  #libraryNow(): number {
    return Math.floor(this.#machine() / 1000)
  }
}
