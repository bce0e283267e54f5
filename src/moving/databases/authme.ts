import { sql } from 'kysely'
import { countRows, type ForeignDatabase, ForeignDatabaseRefused, pageRows, textOf } from './database.ts'

/**
 * AuthMe's default names for its columns, which its config.yml may change. Which of them exist depends on its version
 * and settings.
 */
export const authmeColumns = [
  'username',
  'realname',
  'password',
  'salt',
  'email',
  'totp',
  'regdate',
  'uuid',
  'player_uuid',
  'premiumuuid',
] as const

export type AuthMeColumn = (typeof authmeColumns)[number]
export type AuthMeRow = Readonly<Partial<Record<AuthMeColumn, unknown>>>

/** The names of AuthMe's table and columns, as far as they differ from the defaults. */
export interface AuthMeNames {
  table?: string | undefined
  columns?: ReadonlyMap<AuthMeColumn, string>
}

/** Reads AuthMe's only table. Throws ForeignDatabaseRefused. */
export function readAuthMe(
  database: ForeignDatabase,
  { table = 'authme', columns = new Map() }: AuthMeNames,
) {
  const { query, tables } = database
  const present = tables.get(table)
  if (!present) {
    const has = [...tables.keys()].slice(0, 5).join(', ') || 'none'
    throw new ForeignDatabaseRefused(
      `it has no table ${table} (it has: ${has}); pass the mySQLTablename of AuthMe's config.yml with --table`,
    )
  }
  // In lower case, as PostgreSQL stores unquoted names.
  const nameOf = (column: AuthMeColumn): string => (columns.get(column) ?? column).toLowerCase()
  const missing = authmeColumns.find(
    (column) => (columns.has(column) || isNeeded(column)) && !present.has(nameOf(column)),
  )
  if (missing) {
    throw new ForeignDatabaseRefused(
      `its table ${table} has no column ${nameOf(missing)} (it has: ${[...present].join(', ')}); pass the name that AuthMe's config.yml has for it with --column ${missing}=NAME`,
    )
  }

  /** Pages are in the order of the username, because the id column is empty in SQLite. */
  async function* players(): AsyncGenerator<AuthMeRow> {
    const username = sql.id(nameOf('username'))
    for (let last: unknown; ; ) {
      const after = last === undefined ? sql`` : sql`where ${username} > ${last}`
      const { rows } = await sql<Record<string, unknown>>`
        select * from ${sql.table(table)} ${after} order by ${username} limit ${pageRows}
      `.execute(query)
      const page = rows.map((row) => rowOf(row, nameOf))
      yield* page.map(withTexts)
      const end = page.at(-1)
      if (!end) return
      last = end.username
    }
  }

  return { count: () => countRows(database, table), players }
}

const isNeeded = (column: AuthMeColumn): boolean => column === 'username' || column === 'password'

function rowOf(row: Readonly<Record<string, unknown>>, nameOf: (column: AuthMeColumn) => string): AuthMeRow {
  const values = new Map(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]))
  return Object.fromEntries(authmeColumns.map((column) => [column, values.get(nameOf(column))]))
}

/** Returns the row with texts in all columns but the time, whatever is in them. */
const withTexts = (row: AuthMeRow): AuthMeRow =>
  Object.fromEntries(
    authmeColumns.map((column) => [column, column === 'regdate' ? row[column] : textOf(row[column])]),
  )
