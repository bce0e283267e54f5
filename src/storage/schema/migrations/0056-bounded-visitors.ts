import { type Kysely, sql } from 'kysely'

/** Bounds what players of neighbours make Norn store (docs/decisions/0104-bounded-visitors.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    'create index visitor_by_last_seen on visitor (last_seen)',
    'create index visitor_of_one_join on visitor (last_seen) where joins = 1',
    // Null for suspensions of earlier releases, which moderators may end.
    'alter table account add column suspended_by text',
    'alter table visitor add column suspended_by text',
    // It was on for servers that had never asked for it.
    `update game_server set tells_source = 'off'`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
