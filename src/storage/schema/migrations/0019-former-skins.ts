import type { Kysely } from 'kysely'

/** Adds former skins of accounts, which can be set again. */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.createTable('former_skin')
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('taken_off_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('former_skin_key', ['account_id', 'hash'])
    .execute()
  await schema.createIndex('former_skin_by_hash').on('former_skin').column('hash').execute()
  await schema.createIndex('former_skin_by_age').on('former_skin').column('taken_off_at').execute()
}
