import type { Kysely } from 'kysely'

/** Adds how the secrets of the database are encrypted, if they are, and which signing keys are no longer accepted. */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.createTable('encryption')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('salt', 'text', (c) => c.notNull())
    .addColumn('check_value', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('erased_at', 'bigint')
    .execute()
  await schema.alterTable('signing_key').addColumn('revoked_at', 'bigint').execute()
}
