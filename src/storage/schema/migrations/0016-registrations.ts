import type { Kysely } from 'kysely'

/** Adds registrations that wait for an email to be confirmed, and links to choose a new password. */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.createTable('registration')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_folded', 'text', (c) => c.notNull().unique())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_folded', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('invite_id', 'text')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('registration_by_email').on('registration').column('email_folded').execute()
  await schema.createIndex('registration_by_invite').on('registration').column('invite_id').execute()
  await schema.createIndex('registration_by_expiry').on('registration').column('expires_at').execute()
  await schema.createTable('recovery')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('secrets_version', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('recovery_by_expiry').on('recovery').column('expires_at').execute()
}
