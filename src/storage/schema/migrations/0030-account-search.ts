import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Makes PostgreSQL find accounts by a part that is neither frequent nor rare (docs/decisions/0047-account-search.md).
 * Adds an index in which to scan the ids, and one of parts in which every character counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter) return
  await sql`create index account_by_id_with_text on account (id) include (username_folded, email_folded)`.execute(
    db,
  )
  await sql`do $$
    declare place text;
    begin
      if to_regclass('account_by_part') is not null then
        select extnamespace::regnamespace into place from pg_extension where extname = 'pg_trgm';
        drop index account_by_part;
        execute format('create index account_by_part on account using gin (
          translate(username_folded, ''_.@-+'', ''00000'') %s.gin_trgm_ops,
          translate(email_folded, ''_.@-+'', ''00000'') %s.gin_trgm_ops)', place, place);
        alter index account_by_part alter column 1 set statistics 1000, alter column 2 set statistics 1000;
      end if;
    end $$`.execute(db)
}
