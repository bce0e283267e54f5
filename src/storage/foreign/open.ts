import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { type Dialect, Kysely, MysqlDialect, PostgresDialect, SqliteDialect, sql } from 'kysely'
import { Pool } from 'pg'
import { type ForeignDatabase, ForeignDatabaseRefused } from './database.ts'
import { isDump, loadDump } from './dump/load.ts'

const connectTimeoutMs = 10_000

/** What a transaction that sees one moment and only reads begins with. */
const beginning = {
  sqlite: ['begin'],
  postgres: ['begin isolation level repeatable read read only'],
  mysql: [
    'set session transaction isolation level repeatable read',
    'start transaction with consistent snapshot, read only',
  ],
}

/** Opens a file of SQLite, a dump in SQL, or `mysql://…`, `mariadb://…`, `postgres://…`. Throws ForeignDatabaseRefused. */
export async function openForeign(address: string): Promise<ForeignDatabase> {
  const kind = kindOf(address)
  let query: Kysely<object> | undefined
  try {
    // A transaction belongs to its connection: each of these has only one.
    query = new Kysely<object>({ dialect: await dialects[kind](address) })
    for (const statement of beginning[kind]) await sql.raw(statement).execute(query)
    const tables = await query.introspection.getTables()
    const opened = query
    return {
      query,
      tables: new Map(
        tables.map(({ name, columns }) => [
          name,
          new Set(columns.map((column) => column.name.toLowerCase())),
        ]),
      ),
      close: () => opened.destroy(),
    }
  } catch (error) {
    await query?.destroy()
    if (error instanceof ForeignDatabaseRefused) throw error
    const why = error instanceof Error && error.message !== '' ? error.message : String(error)
    throw new ForeignDatabaseRefused(why, { cause: error })
  }
}

function kindOf(address: string): keyof typeof beginning {
  if (/^postgres(ql)?:\/\//.test(address)) return 'postgres'
  return /^(mysql|mariadb):\/\//.test(address) ? 'mysql' : 'sqlite'
}

const dialects: Record<keyof typeof beginning, (address: string) => Promise<Dialect>> = {
  sqlite: async (file) => new SqliteDialect({ database: readable(await openFile(file)) }),
  postgres: async (connectionString) =>
    new PostgresDialect({
      pool: new Pool({ connectionString, max: 1, connectionTimeoutMillis: connectTimeoutMs }),
    }),
  async mysql(address) {
    // Loaded where it is wanted: few installations have anything to do with MySQL.
    const { createPool } = await import('mysql2')
    const uri = address.replace(/^mariadb:/, 'mysql:')
    return new MysqlDialect({
      // Times have no zone there, and a Date would get this machine's.
      pool: createPool({ uri, connectionLimit: 1, dateStrings: true, connectTimeout: connectTimeoutMs }),
    })
  },
}

async function openFile(file: string): Promise<DatabaseSync> {
  if (!existsSync(file)) throw new ForeignDatabaseRefused('there is no such file')
  if (await isDump(file)) return loadDump(file)
  const url = pathToFileURL(file)
  // A read-only connection leaves -wal and -shm files beside the file, unless it is told that nobody writes.
  if (!existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1')
  return new DatabaseSync(url, { readOnly: true })
}

/** As Kysely wants it. */
function readable(database: DatabaseSync) {
  return {
    close: () => database.close(),
    prepare(text: string) {
      const statement = database.prepare(text)
      const values = (given: readonly unknown[]) =>
        given.map((value) => (typeof value === 'number' ? value : String(value)))
      return {
        reader: true,
        all: (given: readonly unknown[]) => statement.all(...values(given)),
        iterate: (given: readonly unknown[]) => statement.iterate(...values(given)),
        run: () => ({ changes: 0, lastInsertRowid: 0 }),
      }
    },
  }
}
