import { sql } from 'kysely'
import type { Queries } from '../../src/storage/engine/database.ts'

/** Returns how many connections to this PostgreSQL database wait for a lock that another one has. */
export async function lockWaits({ query }: Pick<Queries, 'query'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(query)
  return rows[0]?.count ?? 0
}
