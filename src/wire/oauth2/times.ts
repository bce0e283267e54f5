import { type Clock, systemClock } from '../../lib/measure/clock.ts'

/**
 * The library asks the machine what time it is, in seconds, and cannot be given another clock. So the store has
 * instants of ours, and what the library reads of it is as far from the machine's time as the instant is from ours.
 */
export class LibraryTime {
  readonly #clock: Clock
  readonly #machine: Clock

  constructor(clock: Clock, machine: Clock = systemClock) {
    this.#clock = clock
    this.#machine = machine
  }

  /** Now, as the store keeps it: in milliseconds, and on a second, as a token's life is counted in them. */
  now(): number {
    return Math.floor(this.#clock() / 1000) * 1000
  }

  /** Seconds since the epoch: not over while anything is left of it. */
  expiry(expiresAt: number): number {
    return this.#libraryNow() + Math.ceil((expiresAt - this.#clock()) / 1000)
  }

  /** Seconds since the epoch of what lies behind us: each time the same, whatever part of a second it is now. */
  past(instant: number): number {
    return this.#libraryNow() - (Math.floor(this.#clock() / 1000) - Math.floor(instant / 1000))
  }

  /** The other way round: what the library knows as seconds, in ours. */
  ownSeconds(seconds: number): number {
    return Math.floor(this.#clock() / 1000) - (this.#libraryNow() - seconds)
  }

  #libraryNow(): number {
    return Math.floor(this.#machine() / 1000)
  }
}
