import { sql } from 'kysely'
import { type ForeignDatabase, ForeignDatabaseRefused, pageRows } from './database.ts'

/** By the names of columns in lower case, as PostgreSQL has them; which there are depends on version and settings. */
export type AuthMeRow = Readonly<Record<string, unknown>>

/** AuthMe's one table, whose name is a setting of it. Throws ForeignDatabaseRefused. */
export function readAuthMe({ query, tables }: ForeignDatabase, table: string) {
  if (!tables.has(table)) {
    const has = [...tables].slice(0, 5).join(', ') || 'none'
    throw new ForeignDatabaseRefused(
      `it has no table ${table} (it has: ${has}); name the one of mySQLTablename in AuthMe's config.yml by --table`,
    )
  }

  async function count(): Promise<number> {
    const { rows } = await sql<{ total: number | string }>`
      select count(*) as total from ${sql.table(table)}
    `.execute(query)
    return Number(rows[0]?.total)
  }

  /** By the username: in SQLite the column id is empty. */
  async function* players(): AsyncGenerator<AuthMeRow> {
    for (let last = ''; ; ) {
      const { rows } = await sql<Record<string, unknown>>`
        select * from ${sql.table(table)} where username > ${last} order by username limit ${pageRows}
      `.execute(query)
      for (const row of rows) yield withLowerKeys(row)
      const end = rows.at(-1)
      if (!end) return
      if (typeof end['username'] !== 'string') throw new ForeignDatabaseRefused('its usernames are no texts')
      last = end['username']
    }
  }

  return { count, players }
}

const withLowerKeys = (row: AuthMeRow): AuthMeRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]))
