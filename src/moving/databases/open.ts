import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { type Dialect, Kysely, MysqlDialect, PostgresDialect, SqliteDialect, sql } from 'kysely'
import { Pool, types } from 'pg'
import { type ForeignDatabase, ForeignDatabaseRefused } from './database.ts'

const connectTimeoutMs = 10_000

/** The statements that begin a read-only transaction with a consistent snapshot. */
const beginning = {
  sqlite: ['begin'],
  postgres: ['begin isolation level repeatable read read only', "set local datestyle to 'ISO, YMD'"],
  mysql: [
    'set session transaction isolation level repeatable read',
    'start transaction with consistent snapshot, read only',
  ],
}

/** Opens a SQLite file, `mysql://…`, `mariadb://…` or `postgres://…`. Throws ForeignDatabaseRefused. */
export async function openForeign(address: string): Promise<ForeignDatabase> {
  const kind = kindOf(address)
  let query: Kysely<object> | undefined
  try {
    // A transaction belongs to its connection, so each pool has only one.
    query = new Kysely<object>({ dialect: await dialects[kind](address) })
    for (const statement of beginning[kind]) await sql.raw(statement).execute(query)
    if (kind === 'postgres') await takeBytesAsTheyAre(query)
    const found = await query.introspection.getTables()
    const stored = kind === 'sqlite' ? await storedTables(query) : undefined
    const tables = stored ? found.filter(({ name }) => stored.has(name)) : found
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
      pool: new Pool({
        connectionString,
        max: 1,
        connectionTimeoutMillis: connectTimeoutMs,
        types: { getTypeParser },
        // The next question says what has happened to a connection that broke while it was idle.
      }).on('error', () => undefined),
    }),
  async mysql(address) {
    // Loaded on demand, because few installations ever need MySQL.
    const { createPool } = await import('mysql2')
    const uri = address.replace(/^mariadb:/, 'mysql:')
    return new MysqlDialect({
      // Times in MySQL have no zone, and a Date would be given the zone of this machine.
      pool: createPool({
        uri,
        connectionLimit: 1,
        dateStrings: true,
        connectTimeout: connectTimeoutMs,
        typeCast: (field, next) => (field.type === 'LONGLONG' ? integerOf(field.string('ascii')) : next()),
      }),
    })
  },
}

const { DATE, INT8, TIMESTAMP, TIMESTAMPTZ } = types.builtins
const int8: number = INT8
const times: readonly number[] = [DATE, TIMESTAMP, TIMESTAMPTZ]

/**
 * Returns the function that reads values of a type of PostgreSQL. Times stay texts: a Date would be given the zone of this
 * machine, and could be infinite.
 */
const getTypeParser: typeof types.getTypeParser = (type: number, format?: 'text' | 'binary') => {
  if (type === int8) return integerOf
  return times.includes(type) ? (text: string) => text : types.getTypeParser(type, format)
}

/** Returns a number, or a bigint where that would be another one. */
function integerOf(text: string | null): number | bigint | null {
  return text === null ? null : (numberOf(BigInt(text)) as number | bigint)
}

/** A database without an encoding may have any bytes, and PostgreSQL refuses a whole query for those that are not UTF-8. */
async function takeBytesAsTheyAre(query: Kysely<object>): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(query)
  if (rows[0]?.server_encoding === 'SQL_ASCII')
    await sql`set local client_encoding to 'SQL_ASCII'`.execute(query)
}

async function openFile(file: string): Promise<DatabaseSync> {
  if (!existsSync(file)) throw new ForeignDatabaseRefused('the file does not exist')
  if (!(await isSqlite(file))) {
    throw new ForeignDatabaseRefused(
      'it is not a SQLite database; load a dump into an empty database first, then import from that',
    )
  }
  const url = pathToFileURL(file)
  // A read-only connection leaves -wal and -shm files next to the database, unless it is told that nobody writes to it.
  if (!existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1')
  const database = new DatabaseSync(url, { readOnly: true })
  try {
    refuseDamaged(database)
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

/** Every SQLite database begins with this (https://www.sqlite.org/fileformat.html, 1.3.1). */
const magic = 'SQLite format 3\0'

async function isSqlite(file: string): Promise<boolean> {
  await using handle = await open(file)
  const { buffer } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0)
  return buffer.toString('latin1') === magic
}

/**
 * Refuses a damaged file. Reading pages that refer to each other in a circle might never end, and evaluating a check
 * constraint may take any time, but this check visits each page once.
 */
function refuseDamaged(database: DatabaseSync): void {
  database.exec('pragma trusted_schema = off; pragma ignore_check_constraints = on')
  const [row] = database.prepare('pragma quick_check(1)').all()
  const finding = String(Object.values(row ?? {})[0])
  if (finding === 'ok') return
  throw new ForeignDatabaseRefused(`the file is damaged (${finding}); use a backup or a repaired copy`)
}

/**
 * Returns the tables whose rows are stored in the file. A view, a virtual table or a generated column is code that came with the file and might never end.
 */
async function storedTables(query: Kysely<object>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list as tables
    where schema = 'main' and type = 'table'
      and not exists (select 1 from pragma_table_xinfo(tables.name) where hidden <> 0)`.execute(query)
  return new Set(rows.map(({ name }) => name))
}

/** Wraps the connection in the interface that Kysely expects. */
function readable(database: DatabaseSync) {
  return {
    close: () => database.close(),
    prepare(text: string) {
      const statement = database.prepare(text)
      statement.setReadBigInts(true)
      return {
        reader: true,
        all: (given: readonly unknown[]) => statement.all(...given.map(asParameter)).map(withNumbers),
        iterate: (given: readonly unknown[]) => statement.iterate(...given.map(asParameter)),
        run: () => ({ changes: 0, lastInsertRowid: 0 }),
      }
    },
  }
}

/** A key that was read is compared with keys, so that it keeps its type. */
const asParameter = (value: unknown) =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof Uint8Array
    ? value
    : String(value)

/** Returns the row with numbers for integers, except for those that JavaScript can't represent. */
const withNumbers = (row: object): object =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, numberOf(value)]))

function numberOf(value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}
