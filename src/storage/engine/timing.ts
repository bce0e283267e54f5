import { type LogEvent, SelectQueryNode } from 'kysely'
import { monotonicClock } from '../../lib/measure/clock.ts'
import type { Outcomes, Queries } from './database.ts'

/** Measures the duration of hot statements. */
export const timed =
  (run: Queries['run'], outcomes: Outcomes): Queries['run'] =>
  async (statement, values) => {
    const begun = monotonicClock()
    try {
      return await run(statement, values)
    } finally {
      outcomes.took(statement.writes ? 'write' : 'read', monotonicClock() - begun)
    }
  }

/** Measures the duration of all other statements, as Kysely's `log`. */
export const timedQueries =
  (outcomes: Outcomes) =>
  ({ query: { query }, queryDurationMillis }: LogEvent): void =>
    outcomes.took(SelectQueryNode.is(query) ? 'read' : 'write', queryDurationMillis)
