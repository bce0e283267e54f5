import type { Logger } from 'pino'
import type { Clock } from '../../lib/measure/clock.ts'
import { dayMs } from '../../lib/measure/units.ts'
import type { Database } from '../../storage/engine/database.ts'
import { addToDays } from '../../storage/records/day-counts.ts'
import type { DayCountRow } from '../../storage/schema/rows/records.ts'
import { BatchedCounts } from './batched-counts.ts'

/** Returns the instant at which the day of this instant began, in UTC. */
export const dayOf = (at: number): number => at - (at % dayMs)

/** Counts the joins of each day and game server, summed over all processes. */
export class DayCounts {
  readonly #clock: Clock
  readonly #counts: BatchedCounts<DayCountRow>

  constructor(db: Database, clock: Clock, log: Logger) {
    this.#clock = clock
    this.#counts = new BatchedCounts(log, {
      failure: 'daily counts not written',
      keyOf: ({ at, server }) => `${at} ${server}`,
      write: (rows) => addToDays(db, rows),
    })
  }

  /** Counts a join. `server` is the name of the game server that asked below its own root. */
  joined(server: string | undefined): void {
    const at = dayOf(this.#clock())
    this.#counts.add({ figure: 'joins', server: '', at, count: 1 })
    if (server !== undefined) this.#counts.add({ figure: 'joins', server, at, count: 1 })
  }

  /** Writes the counts. */
  flush(): Promise<void> {
    return this.#counts.flush()
  }
}
