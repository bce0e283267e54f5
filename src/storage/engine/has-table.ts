import { sql } from 'kysely'
import type { Queries } from './database.ts'

/**
 * Returns whether the database has a table or, on PostgreSQL, an index. Kysely's introspection would read all columns of all tables, and by a
 * statement that goes to the writer on SQLite.
 */
export async function hasTable({ dialect, query }: Queries, name: string): Promise<boolean> {
  const found =
    dialect === 'sqlite'
      ? query
          .withTables<{ sqlite_master: { name: string } }>()
          .selectFrom('sqlite_master')
          .select('name')
          .where('name', '=', name)
      : query
          .withTables<{ pg_class: { oid: string; relname: string } }>()
          .selectFrom('pg_class')
          .select('relname as name')
          .where('oid', '=', sql<string>`to_regclass(${name})`)
  return (await found.execute()).length > 0
}
