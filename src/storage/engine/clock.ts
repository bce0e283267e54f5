import { first, type Queries, reads } from './database.ts'

const ask = reads<{ now: number }>(
  'server_clock',
  'select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now',
)

/** Returns the time of the database server in epoch milliseconds. Only PostgreSQL has a clock of its own. */
export async function serverClock(db: Queries): Promise<number> {
  const row = await first(db, ask, [])
  if (!row) throw new Error('the database did not return its time')
  return row.now
}
