import { type Statement, type Transaction, type Value, writes } from './database.ts'

/**
 * The numbers of rows that one statement may insert. A batch is split into as few statements as possible. Each text is
 * prepared and kept only once: one text for each size of batch would take hundreds of megabytes during an import.
 */
const sizes = [1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1] as const

/**
 * Returns a function that inserts many rows, given as lists of values in the order of the columns, and returns the rows
 * of `ending`.
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
