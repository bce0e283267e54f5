import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { primaryKeyOf, type Schema } from '../schema/schema.ts'

export type Row = Readonly<Record<string, string | number | null>>
export type Key = readonly (string | number | null)[]

/** The number of rows in a table and a digest that does not depend on their order. */
export interface TableSum {
  readonly rows: number
  /** The SHA-256 of each row, combined by XOR, in hex. */
  readonly digest: string
}

export const keyOf = (table: keyof Schema, row: Row): Key =>
  primaryKeyOf(table).map((column) => row[column] ?? null)

/** Yields pages of a table in the order of its primary key, beginning after `after`. */
export async function* pagesOf(
  db: Kysely<Schema>,
  table: keyof Schema,
  size: number,
  after?: Key,
): AsyncGenerator<readonly Row[]> {
  const key = sql.join(primaryKeyOf(table).map((column) => sql.ref(column)))
  for (let last = after; ; ) {
    let page = db.selectFrom(table).selectAll().orderBy(key).limit(size)
    if (last !== undefined) page = page.where(sql<boolean>`(${key}) > (${sql.join([...last])})`)
    // The table may be any, for which there is no more precise type.
    const rows = (await page.execute()) as unknown as readonly Row[]
    const final = rows.at(-1)
    if (final === undefined) return
    yield rows
    last = keyOf(table, final)
  }
}

/** Reads the whole table and sums it up. */
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

/** Sorted, because the order of columns may differ between databases. */
function digestOf(row: Row): Buffer {
  const fields = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha256', JSON.stringify(fields), 'buffer')
}
