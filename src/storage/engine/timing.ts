import { type LogEvent, SelectQueryNode } from 'kysely'
import { monotonicClock } from '../../lib/measure/clock.ts'
import type { Outcomes, Queries } from './database.ts'

/** Hot statements, with how long each takes. */
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

/** For Kysely's `log`: all other statements. */
export const timedQueries =
  (outcomes: Outcomes) =>
  ({ query: { query }, queryDurationMillis }: LogEvent): void =>
    outcomes.took(SelectQueryNode.is(query) ? 'read' : 'write', queryDurationMillis)
