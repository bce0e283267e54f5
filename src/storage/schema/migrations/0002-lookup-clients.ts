import type { Kysely } from 'kysely'

/** Adds clients of the lookup API that ask a lot, and bans. */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.createTable('lookup_client')
    .addColumn('network', 'text', (c) => c.primaryKey())
    .addColumn('full_at', 'bigint', (c) => c.notNull())
    .addColumn('banned_at', 'bigint')
    .addColumn('ends_at', 'bigint')
    .addColumn('ban_length', 'bigint', (c) => c.notNull())
    .addColumn('forgotten_at', 'bigint')
    .execute()
  await schema.createIndex('lookup_client_by_ban').on('lookup_client').column('banned_at').execute()
  await schema.createIndex('lookup_client_by_forgotten').on('lookup_client').column('forgotten_at').execute()
}
