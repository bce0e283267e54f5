import type { Kysely } from 'kysely'

/** Adds the devices from which accounts were signed in, so that owners can be notified of new ones. */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.createTable('known_device')
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('known_device_key', ['account_id', 'digest'])
    .execute()
  await schema.createIndex('known_device_by_age').on('known_device').column('seen_at').execute()
  await schema.createIndex('credential_by_first_use').on('credential').column('first_used_at').execute()
}
