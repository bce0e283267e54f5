import { type LogEvent, RawNode, SelectQueryNode } from 'kysely'
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
  ({ query: { query, sql }, queryDurationMillis: ms }: LogEvent): void => {
    observer.took(SelectQueryNode.is(query) ? 'read' : 'write', ms)
    // A declared statement in a transaction has a span under its name.
    if (observer.spans && !RawNode.is(query)) observer.spans.add(nameOf(sql), ms)
  }

/** Returns the verb of a built statement and its first table, which are words of the code. */
function nameOf(sql: string): string {
  const [verb = 'statement'] = /\b(?:select|insert|update|delete)\b/.exec(sql) ?? []
  const [, table = ''] = /\b(?:from|into|update) "(\w+)"/.exec(sql) ?? []
  return `${verb} ${table}`.trim()
}
