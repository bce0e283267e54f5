import { type Kysely, SqliteAdapter, sql } from 'kysely'
import type { Database } from '../engine/database.ts'

/** Returns a migration that executes statements in order. Some of them may differ between the databases. */
export const executesAll =
  (statementsFor: (dialect: Database['dialect']) => readonly string[]) =>
  async (db: Kysely<unknown>): Promise<void> => {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
    for (const text of statementsFor(isSqlite ? 'sqlite' : 'postgres')) await sql.raw(text).execute(db)
  }
