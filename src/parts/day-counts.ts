import type { Clock } from '../lib/clock.ts'
import { Tally } from '../lib/tally.ts'

const hourMs = 3_600_000
const hoursKept = 24

/** An hour of the last day, and how often each step ended how. */
export interface HourCounts {
  /** When it begins. */
  at: number
  counts: readonly (readonly [step: string, outcome: string, count: number])[]
}

/** What this process has answered on the way into the game within a day, by the hour: for the eye, and in memory. */
export class DayCounts {
  readonly #clock: Clock
  readonly #hours = new Map<number, Tally<string, string>>()
  /** From when on it has counted. */
  readonly since: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.since = clock()
  }

  /** Both words are out of a few. */
  count(step: string, outcome: string): void {
    const hour = this.#hour()
    let tally = this.#hours.get(hour)
    if (!tally) {
      tally = new Tally()
      this.#hours.set(hour, tally)
      for (const old of this.#hours.keys()) if (old <= hour - hoursKept) this.#hours.delete(old)
    }
    tally.add(step, outcome)
  }

  /** All 24, the oldest first. */
  hours(): HourCounts[] {
    const now = this.#hour()
    return Array.from({ length: hoursKept }, (_, index) => {
      const hour = now - hoursKept + 1 + index
      return { at: hour * hourMs, counts: [...(this.#hours.get(hour)?.entries() ?? [])] }
    })
  }

  #hour(): number {
    return Math.floor(this.#clock() / hourMs)
  }
}
