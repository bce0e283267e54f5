import { type Spans, spanning } from '../../lib/measure/spans.ts'
import type { Database, Queries } from './database.ts'

/** Returns the database with a span for each declared statement, which has its name and never its values. */
export const traced = (db: Database, spans: Spans): Database => ({
  ...db,
  run: spanned(db, spans),
  transaction: (work) => db.transaction((tx) => work({ ...tx, run: spanned(tx, spans) })),
})

function spanned(queries: Queries, spans: Spans): Queries['run'] {
  const system = { 'db.system.name': queries.dialect === 'postgres' ? 'postgresql' : queries.dialect }
  return (statement, values) =>
    spanning(spans, statement.name, () => queries.run(statement, values), {
      ...system,
      'db.query.summary': statement.name,
    })
}
