import type { Logger } from 'pino'
import type { Clock } from '../../lib/measure/clock.ts'
import { hourMs } from '../../lib/measure/units.ts'
import type { Database } from '../../storage/engine/database.ts'
import { addToHours } from '../../storage/records/hour-counts.ts'
import type { HourCountRow } from '../../storage/schema/rows/records.ts'

/** The interval between writes. A kill -9 loses no more than the counts of one interval. */
const flushIntervalMs = 1000
/** Returns the instant at which the hour of this instant began. */
export const hourOf = (at: number): number => at - (at % hourMs)

/**
 * Counts the outcomes of each step into the game by hour, summed over all processes. Requests count in memory, and the
 * counts are added to the rows once a second. If the database fails, they are added the next time.
 */
export class HourCounts {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Logger
  #waiting = new Map<string, HourCountRow>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Database, clock: Clock, log: Logger) {
    this.#db = db
    this.#clock = clock
    this.#log = log
  }

  /** Counts one outcome. Both words must come from a fixed set and never from a request. */
  count(step: string, outcome: string): void {
    this.#add({ at: hourOf(this.#clock()), step, outcome, count: 1 })
    this.#timer ??= setTimeout(() => void this.flush(), flushIntervalMs).unref()
  }

  /** Writes the counts. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const counted = [...this.#waiting.values()]
    if (counted.length === 0) return
    this.#waiting = new Map()
    try {
      await addToHours(this.#db, counted)
    } catch (error) {
      for (const row of counted) this.#add(row)
      this.#log.debug({ err: error }, 'hourly counts not written')
    }
  }

  #add({ at, step, outcome, count }: HourCountRow): void {
    const key = `${at} ${step} ${outcome}`
    const known = this.#waiting.get(key)
    if (known) known.count += count
    else this.#waiting.set(key, { at, step, outcome, count })
  }
}
