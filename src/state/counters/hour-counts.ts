import type { Logger } from 'pino'
import type { Clock } from '../../lib/measure/clock.ts'
import { hourMs } from '../../lib/measure/units.ts'
import type { Database } from '../../storage/engine/database.ts'
import { addToHours } from '../../storage/records/hour-counts.ts'
import type { HourCountRow } from '../../storage/schema/rows/records.ts'
import { BatchedCounts } from './batched-counts.ts'

/** Returns the instant at which the hour of this instant began. */
export const hourOf = (at: number): number => at - (at % hourMs)

/** Counts the outcomes of each step into the game by hour, summed over all processes. */
export class HourCounts {
  readonly #clock: Clock
  readonly #counts: BatchedCounts<HourCountRow>

  constructor(db: Database, clock: Clock, log: Logger) {
    this.#clock = clock
    this.#counts = new BatchedCounts(log, {
      failure: 'hourly counts not written',
      keyOf: ({ at, step, outcome }) => `${at} ${step} ${outcome}`,
      write: (rows) => addToHours(db, rows),
    })
  }

  /** Counts one outcome. Both words must come from a fixed set and never from a request. */
  count(step: string, outcome: string): void {
    this.#counts.add({ at: hourOf(this.#clock()), step, outcome, count: 1 })
  }

  /** Writes the counts. */
  flush(): Promise<void> {
    return this.#counts.flush()
  }
}
