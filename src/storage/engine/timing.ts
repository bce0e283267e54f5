import { type LogEvent, SelectQueryNode } from 'kysely'
import { monotonicClock } from '../../lib/measure/clock.ts'
import type { Queries, StatementObserver } from './database.ts'

/** Measures the duration of declared statements. */
export const timed =
  (run: Queries['run'], observer: StatementObserver): Queries['run'] =>
  async (statement, values) => {
    const begun = monotonicClock()
    try {
      return await run(statement, values)
    } finally {
      observer.took(statement.writes ? 'write' : 'read', monotonicClock() - begun)
    }
  }

/** Measures the duration of all other statements, as Kysely's `log`. */
export const timedQueries =
  (observer: StatementObserver) =>
  ({ query: { query }, queryDurationMillis }: LogEvent): void =>
    observer.took(SelectQueryNode.is(query) ? 'read' : 'write', queryDurationMillis)
