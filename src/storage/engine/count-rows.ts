import type { Kysely } from 'kysely'
import type { Schema } from '../schema/schema.ts'

/** Returns the number of rows of a table. Reads all of it, or of one of its indexes. */
export async function countRows(db: Kysely<Schema>, table: keyof Schema): Promise<number> {
  const counted = db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('rows'))
  return (await counted.executeTakeFirst())?.rows ?? 0
}
