import { type Kysely, sql } from 'kysely'

/**
 * Adds groups of players, and the lists that name them. A deleted group stays in these lists, so that an application
 * which admitted only its members then admits nobody.
 */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.createTable('player_group')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('colour', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createTable('group_member')
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('group_name', 'text', (c) => c.notNull().references('player_group.name').onDelete('cascade'))
    .addPrimaryKeyConstraint('group_member_pk', ['account_id', 'group_name'])
    .execute()
  await schema.createIndex('group_member_by_group').on('group_member').columns(['group_name', 'account_id']).execute()
  for (const table of ['invite', 'registration']) {
    await schema.alterTable(table).addColumn('group_name', 'text').execute()
  }
  await schema.alterTable('oauth_client').addColumn('member_groups', sql`text`).execute()
}
