import { type Statement, type Transaction, type Value, writes } from './database.ts'

/**
 * Rows are written in statements of these numbers of them, of the fewest that make up a batch. Each text is prepared,
 * and kept, once: one for each size of a batch would be hundreds of megabytes by the end of an import.
 */
const sizes = [1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1] as const

/**
 * Makes the function that inserts many rows, as lists of values in the order of the columns, and answers what the
 * ending returns.
 */
export function insertOfRows<Row>(table: string, columns: readonly string[], ending: string) {
  const statements = new Map<number, Statement<Row>>()

  const insert = (count: number): Statement<Row> => {
    const known = statements.get(count)
    if (known) return known
    const row = (index: number) =>
      `(${columns.map((_, column) => `$${index * columns.length + column + 1}`).join(', ')})`
    const rows = Array.from({ length: count }, (_, index) => row(index))
    const statement = writes<Row>(
      `insert_${table}_${count}`,
      `insert into ${table} (${columns.join(', ')}) values ${rows.join(', ')} ${ending}`,
    )
    statements.set(count, statement)
    return statement
  }

  return async (tx: Transaction, rows: readonly (readonly Value[])[]): Promise<Row[]> => {
    const returned: Row[] = []
    let start = 0
    for (const size of sizes) {
      for (; rows.length - start >= size; start += size) {
        returned.push(...(await tx.run(insert(size), rows.slice(start, start + size).flat())))
      }
    }
    return returned
  }
}
