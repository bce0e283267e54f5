import type { Kysely } from 'kysely'

/**
 * Adds the emailed links that undo a linked player or a new email address, and the session that has typed a link code
 * and is asked whether it meant to (docs/decisions/0101-what-gives-access.md).
 */
// biome-ignore format: one column a line reads as a table
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createTable('change_undo')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('email', 'text')
    .addColumn('neighbour_id', 'text')
    .addColumn('player_id', 'text')
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('change_undo_by_account').on('change_undo').column('account_id').execute()
  await schema.createIndex('change_undo_by_expiry').on('change_undo').column('expires_at').execute()
  await schema.alterTable('link_code').addColumn('session', 'text').execute()
}
