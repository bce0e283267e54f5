import { first, type Queries, reads } from './database.ts'

const ask = reads<{ now: number }>(
  'server_clock',
  'select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now',
)

/** Epoch milliseconds by the database server's clock; only PostgreSQL has one of its own. */
export async function serverClock(db: Queries): Promise<number> {
  const row = await first(db, ask, [])
  if (!row) throw new Error('the database did not return its time')
  return row.now
}
