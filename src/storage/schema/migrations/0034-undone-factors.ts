import type { Kysely } from 'kysely'

/** Adds when an account got its authenticator app, and the emailed links that remove a new factor again. */
// biome-ignore format: one column a line reads as a table
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('account').addColumn('totp_since', 'bigint').execute()
  await schema.createTable('factor_undo')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('passkey_id', 'text')
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('factor_undo_by_account').on('factor_undo').column('account_id').execute()
  await schema.createIndex('factor_undo_by_expiry').on('factor_undo').column('expires_at').execute()
}
