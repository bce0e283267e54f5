import { type Statement, type Transaction, type Value, writes } from './database.ts'

/** More parameters than this a statement of SQLite can't have. */
const parameterLimit = 32_766

/**
 * Makes the function that inserts many rows at once, as lists of values in the order of the columns, and answers what
 * the ending returns. The text is kept for the next time: to write it takes longer than to run it.
 */
export function insertOfRows<Row>(table: string, columns: readonly string[], ending: string) {
  const rowsPerStatement = Math.floor(parameterLimit / columns.length)
  let last: { count: number; statement: Statement<Row> } | undefined

  const insert = (count: number): Statement<Row> => {
    if (last?.count === count) return last.statement
    const row = (index: number) =>
      `(${columns.map((_, column) => `$${index * columns.length + column + 1}`).join(', ')})`
    const rows = Array.from({ length: count }, (_, index) => row(index))
    const statement = writes<Row>(
      `insert_${table}_${count}`,
      `insert into ${table} (${columns.join(', ')}) values ${rows.join(', ')} ${ending}`,
    )
    last = { count, statement }
    return statement
  }

  return async (tx: Transaction, rows: readonly (readonly Value[])[]): Promise<Row[]> => {
    const returned: Row[] = []
    for (let start = 0; start < rows.length; start += rowsPerStatement) {
      const some = rows.slice(start, start + rowsPerStatement)
      returned.push(...(await tx.run(insert(some.length), some.flat())))
    }
    return returned
  }
}
