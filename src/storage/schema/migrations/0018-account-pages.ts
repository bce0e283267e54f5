import type { Kysely } from 'kysely'

/** Adds accounts that are to be deleted at their owners' request, and email addresses that wait for confirmation. */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('account').addColumn('deletes_at', 'bigint').execute()
  await schema.createIndex('account_by_deletion').on('account').column('deletes_at').execute()

  await schema.createTable('email_change')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('secrets_version', 'bigint', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('email_change_by_account').on('email_change').column('account_id').execute()
  await schema.createIndex('email_change_by_expiry').on('email_change').column('expires_at').execute()
}
