import { type Insertable, sql } from 'kysely'
import { primaryKeyOf, type Schema } from '../schema/schema.ts'
import type { Queries, Transaction } from './database.ts'

type Row<Table extends keyof Schema> = Insertable<Schema[Table]>

/** Returns a function that inserts rows. */
export const inserts =
  <Table extends keyof Schema>(table: Table) =>
  async (tx: Transaction, ...rows: readonly Row<Table>[]): Promise<void> => {
    if (rows.length > 0) await tx.query.insertInto(table).values(rows).execute()
  }

/** Returns a function that inserts a row. It returns false, having changed nothing, if there is one with its key. */
export const insertsNew =
  <Table extends keyof Schema>(table: Table) =>
  (tx: Transaction, row: Row<Table>): Promise<boolean> =>
    changesAny(
      tx.query
        .insertInto(table)
        .values(row)
        .onConflict((on) => on.doNothing()),
    )

/**
 * Returns a function that inserts rows with the same columns, or changes these where there is a row with the key. In the
 * order of the keys, so that two processes can't deadlock.
 */
export function puts<Table extends keyof Schema>(table: Table) {
  const key = primaryKeyOf(table) as (keyof Schema[Table] & string)[]
  const keyIn = (row: Row<Table>) => key.map((column) => row[column as keyof Row<Table>]).join(' ')
  return async (db: Queries, ...rows: readonly Row<Table>[]): Promise<void> => {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !(key as string[]).includes(column))
    await db.query
      .insertInto(table)
      .values(rows.toSorted((a, b) => (keyIn(a) < keyIn(b) ? -1 : 1)))
      .onConflict((on) =>
        on
          .columns(key)
          .doUpdateSet(
            (eb) =>
              Object.fromEntries(
                columns.map((column) => [column, eb.ref(`excluded.${column}` as never)]),
              ) as never,
          ),
      )
      .execute()
  }
}

/**
 * Returns a function that changes columns of the row with a key, and adds 1 to those in `raised`. Columns that are not
 * given stay as they are. It returns false if there is no such row.
 */
export function changes<Table extends keyof Schema>(table: Table) {
  const [key] = primaryKeyOf(table)
  return async (
    db: Queries,
    id: string,
    columns: Partial<Schema[Table]>,
    raised: readonly (keyof Schema[Table] & string)[] = [],
  ): Promise<boolean> => {
    const more = raised.map((column) => [column, sql`${sql.ref(column)} + 1`])
    const set = { ...columns, ...Object.fromEntries(more) }
    if (Object.keys(set).length === 0) return true
    return changesAny(
      db.query
        .updateTable(table as never)
        .set(set as never)
        .where(key as never, '=', id as never),
    )
  }
}

/** A query that inserts or changes rows. */
interface Changing {
  executeTakeFirst(): Promise<{
    readonly numInsertedOrUpdatedRows?: bigint | undefined
    readonly numUpdatedRows?: bigint
  }>
}

/** Runs a query, and tells if it changed a row. */
async function changesAny(query: Changing): Promise<boolean> {
  const { numInsertedOrUpdatedRows, numUpdatedRows } = await query.executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? numUpdatedRows ?? 0n) > 0n
}
