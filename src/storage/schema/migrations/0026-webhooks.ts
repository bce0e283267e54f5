import type { Kysely } from 'kysely'

/** Adds webhooks and their deliveries. */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.createTable('webhook')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('fed_seal', 'bigint', (c) => c.notNull())
    .addColumn('leased_until', 'bigint', (c) => c.notNull())
    .addColumn('off_at', 'bigint')
    .execute()
  await schema.createTable('webhook_delivery')
    .addColumn('webhook_id', 'text', (c) => c.notNull().references('webhook.id').onDelete('cascade'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('seal', 'bigint', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('entry', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'text', (c) => c.notNull())
    .addColumn('tries', 'bigint', (c) => c.notNull())
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('webhook_delivery_pk', ['webhook_id', 'id'])
    .execute()
  await schema.createIndex('webhook_delivery_by_state').on('webhook_delivery').columns(['webhook_id', 'state', 'seal', 'id']).execute()
  await schema.createIndex('webhook_delivery_by_seal').on('webhook_delivery').column('seal').execute()
}
