import type { Kysely } from 'kysely'

/** Invites: who has the code of one may register where that is asked for. */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable('invite')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('code', 'text', (c) => c.notNull().unique())
    .addColumn('uses', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .execute()
}
