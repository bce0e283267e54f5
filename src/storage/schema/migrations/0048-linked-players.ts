import type { Kysely } from 'kysely'

/** Adds players of neighbours that belong to accounts, and the codes that prove it (docs/decisions/0087-linked-players.md). */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.createTable('neighbour_link')
    .addColumn('neighbour_id', 'text', (c) => c.notNull().references('neighbour.id').onDelete('cascade'))
    .addColumn('uuid', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('proof', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('neighbour_link_pk', ['neighbour_id', 'uuid'])
    .execute()
  await schema.createIndex('neighbour_link_by_account').on('neighbour_link').columns(['account_id', 'name_key']).execute()
  await schema.createIndex('neighbour_link_by_name').on('neighbour_link').column('name_key').execute()
  await schema.createIndex('neighbour_link_by_uuid').on('neighbour_link').column('uuid').execute()
  await schema.createTable('link_code')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('neighbour_id', 'text', (c) => c.notNull().references('neighbour.id').onDelete('cascade'))
    .addColumn('uuid', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('link_code_of_player', ['neighbour_id', 'uuid'])
    .execute()
  await schema.createIndex('link_code_by_expiry').on('link_code').column('expires_at').execute()
  await schema.alterTable('game_server').addColumn('links', 'text', (c) => c.notNull().defaultTo('admit')).execute()
}
