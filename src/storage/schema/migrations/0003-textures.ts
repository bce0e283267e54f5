import type { Kysely } from 'kysely'

/** Adds the images that accounts use, and indexes for finding those that nobody uses any longer. */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.createTable('texture')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('png', 'text', (c) => c.notNull())
    .addColumn('unworn_since', 'bigint')
    .execute()
  await schema.createIndex('account_by_skin').on('account').column('skin_hash').execute()
  await schema.createIndex('account_by_cape').on('account').column('cape_hash').execute()
}
