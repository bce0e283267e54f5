import type { Kysely } from 'kysely'

/** Adds passkeys, and the challenges that were used. */
// biome-ignore format: one column a line reads as a table
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createTable('passkey')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute()
  await schema.createIndex('passkey_by_account').on('passkey').column('account_id').execute()
  await schema.createTable('used_challenge')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('used_challenge_by_expiry').on('used_challenge').column('expires_at').execute()
}
