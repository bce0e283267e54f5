import type { Kysely } from 'kysely'

/** Adds the audit log, and the seals that show whether an entry was changed or removed. */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.createTable('audit_entry')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text')
    .addColumn('actor_kind', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text')
    .addColumn('actor_name', 'text')
    .addColumn('address', 'text')
    .addColumn('details', 'text', (c) => c.notNull())
    .addColumn('seal', 'bigint')
    .execute()
  await schema.createIndex('audit_entry_by_account').on('audit_entry').columns(['account_id', 'id']).execute()
  await schema.createIndex('audit_entry_by_event').on('audit_entry').columns(['event', 'id']).execute()
  await schema.createIndex('audit_entry_by_seal').on('audit_entry').columns(['seal', 'id']).execute()
  await schema.createTable('audit_seal')
    .addColumn('number', 'bigint', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('entries', 'bigint', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('dropped', 'bigint', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('mac', 'text')
    .execute()
}
