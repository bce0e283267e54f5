// How both databases execute the declared statements, on tables that have grown.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { declaredStatements, type Statement } from '../../src/storage/engine/database.ts'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { render as renderPostgres } from '../../src/storage/postgres/render.ts'
import { atOnce } from '../../src/storage/postgres/together.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { render as renderSqlite } from '../../src/storage/sqlite/render.ts'
import type { FreshDatabase } from '../databases.ts'

/** These never have more than a handful of rows, or a few dozen that an operator has created. */
const small = new Set([
  'api_token',
  'encryption',
  'invite',
  'oauth_client',
  'signing_key',
  'webhook',
  'write_probe',
])

const rows = 5000
const fewRows = 5

/** One line of a plan. `table` is set if the number of rows it visits grows with that table. */
export interface Step {
  line: string
  table?: string
}

export type Plans = Map<string, Step[]>

const src = join(import.meta.dirname, '../../src')

/** Every statement of the storage layer, but those of import, which are made of many rows. */
export async function allStatements(): Promise<Statement<unknown>[]> {
  const files = globSync(['storage/**/*.ts', 'moving/import/rows.ts'], { cwd: src })
  // A thread begins its work as it is loaded.
  for (const file of files)
    if (!file.startsWith('storage/sqlite/') && !file.endsWith('-entry.ts')) await import(join(src, file))
  return [...declaredStatements.values()].filter(({ name }) => !name.startsWith('insert_account_'))
}

interface Column {
  table: string
  name: string
  isText: boolean
  isFlag: boolean
  isNullable: boolean
}

interface Filling {
  /** How many characters each account has. Unless given, one in fifty accounts is a character. */
  charactersOfEach?: number
}

/** In most rows of most tables these are null, or what most rows say. */
function valueOf(
  { name, isText, isFlag, isNullable, table }: Column,
  index: number,
  { charactersOfEach = 0 }: Filling,
): string | number | null {
  if (name === 'owner_id' && charactersOfEach > 0) {
    const place = index % (charactersOfEach + 1)
    return place === 0 ? null : `id${index - place}`
  }
  if (name === 'state') return index % 50 === 0 ? 'waiting' : 'delivered'
  if (isNullable && name !== 'id' && index % 50 !== 0) return null
  // No character owns another.
  if (name === 'owner_id') return `id${index + 1}`
  if (isText)
    return name === 'use' ? 'tokens' : `${name.endsWith('_id') || name === 'id' ? 'id' : name}${index}`
  if (table === 'hour_count' || table === 'day_count' || name === 'number') return index
  if (isFlag) return index % 2
  return 1_700_000_000_000 + index * 1000
}

/** Rows that reference one another by number, whatever else they contain. */
function fill(
  columns: readonly Column[],
  filling: Filling,
  insert: (table: string, columns: readonly string[], values: (string | number | null)[][]) => void,
): void {
  for (const [table, own] of Object.entries(Object.groupBy(columns, (column) => column.table))) {
    if (!own || table.startsWith('kysely_') || table.startsWith('account_')) continue
    // A trigger fills these.
    if (table.startsWith('shared_texture_')) continue
    const names = own.map(({ name }) => name)
    const count = small.has(table) ? fewRows : rows
    const values = Array.from({ length: count }, (_, index) =>
      own.map((column) => valueOf(column, index, filling)),
    )
    insert(table, names, values)
  }
}

/** One value for each parameter of any statement, including those that tests in the same process have declared. */
const asManyAsSqliteTakes = Array(32_766).fill(null)

export async function sqlitePlans({ url }: FreshDatabase, filling: Filling = {}): Promise<Plans> {
  const db = await openDatabase(url)
  await migrate(db)
  await db.close()
  using raw = new DatabaseSync(url.slice('sqlite:'.length), { enableForeignKeyConstraints: false })
  const tables = raw
    .prepare(
      `select m.name as "table", c.name, lower(c.type) = 'text' as isText, lower(c.type) = 'integer' as isFlag, c."notnull" = 0 as isNullable
       from sqlite_schema m join pragma_table_info(m.name) c
       where m.type = 'table' and m.name not like 'sqlite_%' and m.name not like 'account_search%' order by m.name, c.cid`,
    )
    .all() as unknown as Column[]
  raw.exec('begin')
  fill(tables, filling, (table, names, values) => {
    const statement = raw.prepare(
      `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map(() => '?').join(', ')})`,
    )
    for (const row of values) statement.run(...row)
  })
  // Norn never runs ANALYZE on SQLite: its planner only knows the schema.
  raw.exec('commit')
  const plans: Plans = new Map()
  for (const statement of await allStatements()) {
    // SQLite is never sent these.
    if (
      statement.name === 'server_clock' ||
      /for (update|share|key share|no key update)|pg_(try_)?advisory|join lateral/.test(statement.text)
    )
      continue
    const { text, followUp } = renderSqlite(statement, asManyAsSqliteTakes)
    const details = [text, followUp?.text].flatMap((each) =>
      each === undefined ? [] : raw.prepare(`explain query plan ${each}`).all(),
    )
    plans.set(
      statement.name,
      details.map(({ detail }) => sqliteStep(String(detail))),
    )
  }
  return plans
}

/** Rows that the statement itself creates. */
const made = new Set([
  'CONSTANT',
  '64',
  '256',
  'json_each',
  'asked',
  'given',
  'of_networks',
  'ranked',
  'done',
  'written',
  'counted',
])

/** A scan, or a search by nothing but a range, visits more rows as the table grows. */
function sqliteStep(line: string): Step {
  const [, how, table = ''] = /^(SCAN|SEARCH) (\w+)/.exec(line) ?? []
  const isBounded = how === undefined || made.has(table) || (how === 'SEARCH' && /[(\s]\S+=\?/.test(line))
  return isBounded ? { line } : { line, table }
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Plans?: Node[]
}

export async function postgresPlans({ url }: FreshDatabase, filling: Filling = {}): Promise<Plans> {
  const db = await openDatabase(url)
  await migrate(db)
  await db.close()
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await fillPostgres(client, filling)
    // The plan that a prepared statement has after a few executions.
    await client.query('set plan_cache_mode = force_generic_plan')
    const plans: Plans = new Map()
    const all = await allStatements()
    const severalAtOnce = all.filter(({ together }) => together).map(atOnce)
    for (const statement of [...all, ...severalAtOnce]) {
      const { name, text } = renderPostgres(statement)
      // For hundreds of five thousand rows it would scan all of them.
      await client.query(
        `set enable_seqscan = ${/^(sweep|use_credentials|forget_visitors)_/.test(name) ? 'off' : 'on'}`,
      )
      await client.query(`prepare ${name} as ${text}`)
      const { rows: found } = await client.query<{ count: number }>(
        'select cardinality(parameter_types)::int as count from pg_prepared_statements where name = $1',
        [name],
      )
      const given = Array(found[0]?.count ?? 0).fill('null')
      const explained = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
        `explain (format json) execute ${name}${given.length > 0 ? `(${given.join(', ')})` : ''}`,
      )
      plans.set(
        statement.name,
        explained.rows[0]!['QUERY PLAN'].flatMap(({ Plan }) => postgresSteps(Plan)),
      )
    }
    return plans
  } finally {
    await client.end()
  }
}

async function fillPostgres(client: Client, filling: Filling): Promise<void> {
  const { rows: columns } = await client.query<Column>(
    `select c.table_name as table, column_name as name, data_type = 'text' as "isText", data_type = 'integer' as "isFlag", is_nullable = 'YES' as "isNullable"
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' order by c.table_name, ordinal_position`,
  )
  // Without this, rows would have to be written in the order of their foreign keys.
  await client.query('set session_replication_role = replica')
  const inserts: [text: string, values: unknown[]][] = []
  fill(columns, filling, (table, names, values) => {
    const [quoted, arrays] = [
      names.map((name) => `"${name}"`),
      names.map((_, at) => values.map((row) => row[at])),
    ]
    const types = names.map((name) =>
      columns.find((c) => c.table === table && c.name === name)?.isText ? 'text' : 'bigint',
    )
    const unnested = types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')
    inserts.push([`insert into ${table} (${quoted.join(', ')}) select * from unnest(${unnested})`, arrays])
  })
  for (const [text, values] of inserts) await client.query(text, values)
  await client.query('analyze')
}

function postgresSteps(node: Node): Step[] {
  const own = node['Relation Name']
  const condition = node['Index Cond'] ?? node['Recheck Cond'] ?? ''
  const line = `${node['Node Type']} ${own ?? ''} ${node['Index Name'] ?? ''} ${condition}`
  const isBounded = own === undefined || !/Scan/.test(node['Node Type']) || / = /.test(condition)
  return [isBounded ? { line } : { line, table: own }, ...(node.Plans ?? []).flatMap(postgresSteps)]
}

/** Returns the growing lines of these plans, by statement. */
export function growing(plans: Plans): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const [name, steps] of plans) {
    const lines = steps
      .filter(({ table }) => table !== undefined && !small.has(table))
      .map(({ line }) => line)
    if (lines.length > 0) found[name] = lines
  }
  return found
}
