import type { Insertable } from 'kysely'
import type { Schema } from '../schema/schema.ts'
import type { Transaction } from './database.ts'

/** Returns a function that inserts a row. */
export const inserts =
  <Table extends keyof Schema>(table: Table) =>
  async (tx: Transaction, row: Insertable<Schema[Table]>): Promise<void> => {
    await tx.query.insertInto(table).values(row).execute()
  }

/** A query that changes rows. */
interface Changing {
  executeTakeFirst(): Promise<{
    readonly numInsertedOrUpdatedRows?: bigint | undefined
    readonly numUpdatedRows?: bigint
    readonly numDeletedRows?: bigint
  }>
}

/** Runs a query, and tells if it changed a row. */
export async function changesAny(query: Changing): Promise<boolean> {
  const { numInsertedOrUpdatedRows, numUpdatedRows, numDeletedRows } = await query.executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? numUpdatedRows ?? numDeletedRows ?? 0n) > 0n
}
