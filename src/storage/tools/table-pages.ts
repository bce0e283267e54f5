import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { primaryKeys, type Schema } from '../schema/schema.ts'

export type Row = Readonly<Record<string, string | number | null>>
export type Key = readonly (string | number | null)[]

/** Counts and sums up a table, in whatever order its rows come. */
export interface TableSum {
  readonly rows: number
  /** SHA-256 of each row, added up by XOR, in hex. */
  readonly digest: string
}

export const keyOf = (table: keyof Schema, row: Row): Key =>
  primaryKeys[table].map((column) => row[column] ?? null)

/** Pages of a table in the order of its primary key, from behind `after` on. */
export async function* pagesOf(
  db: Kysely<Schema>,
  table: keyof Schema,
  size: number,
  after?: Key,
): AsyncGenerator<readonly Row[]> {
  const key = sql.join(primaryKeys[table].map((column) => sql.ref(column)))
  for (let last = after; ; ) {
    let page = db.selectFrom(table).selectAll().orderBy(key).limit(size)
    if (last !== undefined) page = page.where(sql<boolean>`(${key}) > (${sql.join([...last])})`)
    // Of whichever table: there is no type for that but this.
    const rows = (await page.execute()) as unknown as readonly Row[]
    const final = rows.at(-1)
    if (final === undefined) return
    yield rows
    last = keyOf(table, final)
  }
}

export async function countOf(db: Kysely<Schema>, table: keyof Schema): Promise<number> {
  const counted = db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('rows'))
  return (await counted.executeTakeFirst())?.rows ?? 0
}

/** Reads the whole table. */
export async function sumOf(
  db: Kysely<Schema>,
  table: keyof Schema,
  onPage: (rows: number) => void = () => undefined,
): Promise<TableSum> {
  const sum = Buffer.alloc(32)
  let count = 0
  for await (const rows of pagesOf(db, table, 1000)) {
    for (const row of rows) {
      const digest = digestOf(row)
      for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) ^ (digest[i] ?? 0)
    }
    count += rows.length
    onPage(rows.length)
  }
  return { rows: count, digest: sum.toString('hex') }
}

/** The order of columns is the database's own affair. */
function digestOf(row: Row): Buffer {
  const fields = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify(fields), 'buffer')
}
