import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Adds the order in which administrators see accounts, the newest first. On PostgreSQL, searches scan its index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const text = sql.raw(isSqlite ? '' : 'include (username_folded, email_folded)')
  await sql`create index account_by_creation on account (created_at, id) ${text}`.execute(db)
  if (!isSqlite) await sql`drop index account_by_id_with_text`.execute(db)
}
