import type { Kysely } from 'kysely'

/** Settings that administrators change while the service runs. `version` differs after each change. */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable('setting')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('version', 'text', (c) => c.notNull())
    .execute()
}
