import type { Kysely } from 'kysely'
import { CopyUnfinished } from '../../model/errors/copy-unfinished.ts'
import { countRows } from '../engine/count-rows.ts'
import type { Database, Queries, Transactions } from '../engine/database.ts'
import { hasTable } from '../engine/has-table.ts'
import { type Schema, tables } from '../schema/schema.ts'
import { type Key, keyOf, pagesOf, type Row, sumOf, type TableSum } from './table-pages.ts'

/** Thrown if a copy can't be made, or has failed. */
export class CopyRefused extends Error {
  override name = 'CopyRefused'
  readonly why: 'target_not_empty' | 'source_empty' | 'tables_differ'

  constructor(why: CopyRefused['why'], detail: string) {
    super(detail)
    this.why = why
  }
}

/** Throws CopyUnfinished if the database is an unfinished copy. */
export async function refuseUnfinishedCopy(database: Queries): Promise<void> {
  if (await isBegun(database)) throw new CopyUnfinished()
}

const isBegun = (database: Queries): Promise<boolean> => hasTable(database, 'copy_progress')

/** Reports the number of rows done and in total. Each row counts twice, because it is written and compared. */
type OnProgress = (done: number, all: number) => void

/** The progress of an unfinished copy in the target: the last row of each table that was begun. */
interface CopyProgressRow {
  table_name: string
  /** The installation that is being copied. */
  source: string
  /** JSON. Null before the first row. */
  last_key: string | null
}
type WithProgress = Schema & { copy_progress: CopyProgressRow }

const withProgress = (db: Kysely<Schema>): Kysely<WithProgress> =>
  db.withTables<{ copy_progress: CopyProgressRow }>()

/** Small enough for the parameters that a statement may have, large enough to be fast. */
const rowsAtOnce = 500

/** Tables with rows that migrations insert into every database. The source also has these rows. */
const seeded: ReadonlySet<keyof Schema> = new Set<keyof Schema>(['oauth_client'])

/**
 * Copies every row from one migrated database to another, and compares the two afterwards. An interrupted copy
 * continues where it stopped. Throws CopyRefused. Nobody should write to either database meanwhile: changes behind its
 * back are reported as a difference.
 */
export async function copyDatabase(
  source: Database,
  target: Database,
  onProgress: OnProgress,
): Promise<Record<string, TableSum>> {
  const from = source.unbounded.query
  const to = withProgress(target.unbounded.query)
  const installation = await installationOf(from)
  if (installation === undefined)
    throw new CopyRefused('source_empty', 'the source has never been served: it has no signing keys')
  await begin(target.unbounded, installation)

  let all = 0
  for (const table of tables) all += 2 * (await countRows(from, table))
  let done = 0
  const advance = (rows: number) => {
    done += rows
    onProgress(done, all)
  }
  for (const table of tables) {
    const last = await progressOf(to, table)
    if (last !== undefined) advance(await countRows(target.unbounded.query, table))
    else if (seeded.has(table)) await to.deleteFrom(table).execute()
    for await (const rows of pagesOf(from, table, rowsAtOnce, last)) {
      await write(target.unbounded, table, rows, installation)
      advance(rows.length)
    }
  }
  const sums = await compare(source, target, advance)
  await to.schema.dropTable('copy_progress').execute()
  return sums
}

/** The first key of an installation identifies it. */
async function installationOf(db: Kysely<Schema>): Promise<string | undefined> {
  const first = db.selectFrom('signing_key').select('kid').orderBy('created_at').orderBy('kid').limit(1)
  return (await first.executeTakeFirst())?.kid
}

async function begin(target: Queries, installation: string): Promise<void> {
  const to = withProgress(target.query)
  if (await isBegun(target)) {
    const others = await to
      .selectFrom('copy_progress')
      .select('source')
      .where('source', '<>', installation)
      .execute()
    if (others.length === 0) return
    throw new CopyRefused('target_not_empty', 'the target holds part of a copy of another installation')
  }
  for (const table of tables) {
    const rows = await countRows(to, table)
    if (rows > (seeded.has(table) ? 1 : 0))
      throw new CopyRefused('target_not_empty', `the target is not empty: ${table} has ${rows} rows`)
  }
  await to.schema
    .createTable('copy_progress')
    .addColumn('table_name', 'text', (column) => column.primaryKey())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('last_key', 'text')
    .execute()
  // The mark that this is our copy is written before the first row.
  await to
    .insertInto('copy_progress')
    .values({ table_name: '', source: installation, last_key: null })
    .execute()
}

async function progressOf(to: Kysely<WithProgress>, table: keyof Schema): Promise<Key | undefined> {
  const row = await to
    .selectFrom('copy_progress')
    .select('last_key')
    .where('table_name', '=', table)
    .executeTakeFirst()
  return row?.last_key ? (JSON.parse(row.last_key) as Key) : undefined
}

/** Writes rows and the progress in one step, so that the copy knows where it was whenever it ends. */
async function write(
  to: Transactions,
  table: keyof Schema,
  rows: readonly Row[],
  source: string,
): Promise<void> {
  const last = rows.at(-1)
  const last_key = last ? JSON.stringify(keyOf(table, last)) : null
  await to.transaction(async ({ query }) => {
    await query.insertInto(table).values(rows).execute()
    await withProgress(query)
      .insertInto('copy_progress')
      .values({ table_name: table, source, last_key })
      .onConflict((conflict) => conflict.column('table_name').doUpdateSet({ last_key }))
      .execute()
  })
}

async function compare(
  source: Database,
  target: Database,
  advance: (rows: number) => void,
): Promise<Record<string, TableSum>> {
  const sums: Record<string, TableSum> = {}
  for (const table of tables) {
    const theirs = await sumOf(source.unbounded.query, table)
    const ours = await sumOf(target.unbounded.query, table, advance)
    if (ours.rows !== theirs.rows || ours.digest !== theirs.digest) {
      throw new CopyRefused(
        'tables_differ',
        `${table} differs: ${theirs.rows} rows in the source, ${ours.rows} in the target`,
      )
    }
    sums[table] = ours
  }
  return sums
}
