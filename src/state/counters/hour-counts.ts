import type { Logger } from 'pino'
import type { Clock } from '../../lib/measure/clock.ts'
import { hourMs } from '../../lib/measure/units.ts'
import type { Database } from '../../storage/engine/database.ts'
import { addToHours } from '../../storage/records/hour-counts.ts'
import type { HourCountRow } from '../../storage/schema/schema.ts'

/** A kill -9 loses no more than what was counted within it. */
const flushIntervalMs = 1000
/** The instant at which the hour of an instant began. */
export const hourOf = (at: number): number => at - (at % hourMs)

/**
 * How often each step into the game ended how, by the hour, of all processes together. A request is counted in memory;
 * what was counted is added to the rows once a second. What the database does not take is added with the next.
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

  /** Both words are out of a few: nothing that a stranger writes. */
  count(step: string, outcome: string): void {
    this.#add({ at: hourOf(this.#clock()), step, outcome, count: 1 })
    this.#timer ??= setTimeout(() => void this.flush(), flushIntervalMs).unref()
  }

  /** Writes what was counted. */
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
