// A database as the SQL that creates it, for both kinds: the dumps of releases in test/schemas/, with sample rows, and
// the rows of a service that players have used, in test/releases/data/.
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { Client } from 'pg'
import type { Database } from '../../src/storage/engine/database.ts'
import { hasTable } from '../../src/storage/engine/has-table.ts'
import { tables } from '../../src/storage/schema/schema.ts'

/** One that was not migrated has fewer. */
const everyTable = ['kysely_migration', 'kysely_migration_lock', ...tables]

/** Precedes the rows of a dump, and follows them. */
const aroundRows = '-- rows\n'

export async function dump(db: Database): Promise<string> {
  const { dialect, query } = db
  const [created, finished] = dialect === 'sqlite' ? await sqliteSchema(query) : await postgresSchema(query)
  const inserting = everyTable.map(async (table) =>
    (await hasTable(db, table)) ? inserts(query, table) : [],
  )
  const rows = await Promise.all(inserting)
  const asText = (statements: readonly string[]) => statements.map((text) => `${text};\n`).join('')
  return [created, rows.flat(), finished].map(asText).join(aroundRows)
}

/** Returns the rows of a dump, without its schema. */
export const rowsIn = (dumped: string): string => dumped.split(aroundRows)[1] ?? ''

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

/** Returns a release's dump with sample rows in every table. */
export const sampleOf = (version: string, kind: string): string => read(`schemas/${version}.${kind}.sql`)

/** Returns the dump of a release's service that players have used. */
export function usedDatabaseOf(version: string, kind: string): string {
  const [created, , finished] = sampleOf(version, kind).split(aroundRows)
  return [created, read(`releases/data/${version}.${kind}.sql`), finished].join(aroundRows)
}

/** Creates the database behind the URL, which is empty, from a dump. */
export async function load(url: string, text: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const database = new DatabaseSync(url.slice('sqlite:'.length))
    database.exec(text)
    database.close()
    return
  }
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}

/** The statements that come before the rows, and after them. */
type Schema = readonly [readonly string[], readonly string[]]

async function sqliteSchema(db: Kysely<any>): Promise<Schema> {
  const written = sql<{ type: string; sql: string }>`select type, sql from sqlite_master
    where sql is not null and name not like 'sqlite_%' and name not like 'account_trigram_%' order by rowid`
  const { rows } = await written.execute(db)
  const of = (type: string) => rows.filter((row) => row.type === type).map((row) => row.sql)
  // While rows are inserted, triggers fill the substring index, which creates its own tables.
  return [[...of('table'), ...of('trigger')], of('index')]
}

async function postgresSchema(db: Kysely<any>): Promise<Schema> {
  const columns = sql<{ text: string }>`
    select format(E'create table %I (\n  %s\n)', relname, string_agg(format('%I %s%s%s', attname,
      format_type(atttypid, atttypmod), case when attnotnull then ' not null' else '' end,
      coalesce(' default ' || pg_get_expr(adbin, adrelid), '')), E',\n  ' order by attnum)) as text
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relkind = 'r' and relnamespace = 'public'::regnamespace group by pg_class.oid, relname order by pg_class.oid`
  // Keys before the rows that reference them.
  const constraints = sql<{ text: string }>`
    select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as text
    from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c')
    order by contype = 'f', conrelid, conname`
  const indexes = sql<{ text: string }>`
    select pg_get_indexdef(indexrelid) as text from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    order by indexrelid`
  const functions = sql<{ text: string }>`
    select pg_get_functiondef(oid) as text from pg_proc
    where pronamespace = 'public'::regnamespace and prorettype = 'trigger'::regtype order by oid`
  const triggers = sql<{ text: string }>`
    select pg_get_triggerdef(oid) as text from pg_trigger where not tgisinternal order by oid`
  const texts = async (query: typeof columns) => (await query.execute(db)).rows.map(({ text }) => text)
  return [
    ['create extension if not exists pg_trgm', ...(await texts(columns))],
    [
      ...(await texts(constraints)),
      ...(await texts(indexes)),
      ...(await texts(functions)),
      ...(await texts(triggers)),
    ],
  ]
}

async function inserts(db: Kysely<any>, table: string): Promise<string[]> {
  const rows = await db.selectFrom(table).selectAll().execute()
  return rows.map((row: Record<string, unknown>) => {
    const columns = Object.keys(row).map((column) => `"${column}"`)
    return `insert into ${table} (${columns.join(', ')}) values (${Object.values(row).map(literal).join(', ')})`
  })
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
