import { LRUCache } from 'lru-cache'
import type { Clock } from '../../lib/measure/clock.ts'
import { minuteMs } from '../../lib/measure/units.ts'

type Sums = ReadonlyMap<number, number>

/** The counts of a process that could not write for a while come as late as this. */
const keptMs = 5 * minuteMs

/** More than the figures of a month and of a year for each game server that is compared. */
const maxKept = 128

/**
 * Keeps sums over days and hours that are over, since hundreds of rows are read for each, and they hardly change. A key
 * names the end of its time, so that nothing of before a day's end is shown after it.
 */
export class PastSums {
  readonly #clock: Clock
  readonly #kept = new LRUCache<string, { until: number; sums: Promise<Sums> }>({ max: maxKept })

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns what is kept for the key, or reads it. */
  async of(key: string, read: () => Promise<Sums>): Promise<Sums> {
    const now = this.#clock()
    const kept = this.#kept.get(key)
    if (kept && kept.until > now && kept.until <= now + keptMs) return kept.sums
    const sums = read()
    this.#kept.set(key, { until: now + keptMs, sums })
    try {
      return await sums
    } catch (error) {
      this.#kept.delete(key)
      throw error
    }
  }
}
