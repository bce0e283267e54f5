import type { Kysely } from 'kysely'

/**
 * Adds one-time links with which administrators let players in again, one per account
 * (docs/decisions/0067-one-time-links.md).
 */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.createTable('one_time_link')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().unique().references('account.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('credentials_version', 'bigint', (c) => c.notNull())
    .addColumn('secrets_version', 'bigint', (c) => c.notNull())
    .addColumn('roles', 'text', (c) => c.notNull())
    .addColumn('maker_kind', 'text', (c) => c.notNull())
    .addColumn('maker_id', 'text')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('one_time_link_by_expiry').on('one_time_link').column('expires_at').execute()
}
