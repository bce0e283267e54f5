import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Database, Queries } from '../../src/storage/engine/database.ts'
import { until } from '../until.ts'

/** Returns how many connections to this PostgreSQL database wait for a lock that another one has. */
export async function lockWaits({ query }: Pick<Queries, 'query'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(query)
  return rows[0]?.count ?? 0
}

/**
 * Call it while a transaction is open. The returned function resolves once `count` more wait for it: on SQLite, where
 * there is one at a time, those that this process has asked for since.
 */
export function watchWaiting(t: TestContext, db: Database, count = 1): () => Promise<unknown> {
  if (db.dialect === 'postgres')
    return () => until(`${count} wait`, async () => (await lockWaits(db)) >= count)
  const { mock } = t.mock.method(db, 'transaction')
  return () => until(`${count} wait`, () => mock.callCount() >= count)
}
