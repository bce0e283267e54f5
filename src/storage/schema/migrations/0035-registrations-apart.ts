import { type Kysely, sql } from 'kysely'

/**
 * Lets several registrations wait for one name, each with a link of its own, and stores their browser and network. The
 * table is recreated, because SQLite can't drop the key of the name.
 */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.createTable('registration_next')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('username', 'text', (c) => c.notNull())
    .addColumn('username_folded', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_folded', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('invite_id', 'text')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('browser', 'text')
    .addColumn('network', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  const columns = sql.raw(
    'digest, username, username_folded, email, email_folded, password_hash, language, invite_id, expires_at',
  )
  await sql`insert into registration_next (${columns}) select ${columns} from registration`.execute(db)
  await schema.dropTable('registration').execute()
  await schema.alterTable('registration_next').renameTo('registration').execute()
  await schema.createIndex('registration_by_name').on('registration').column('username_folded').execute()
  await schema.createIndex('registration_by_email').on('registration').column('email_folded').execute()
  await schema.createIndex('registration_by_invite').on('registration').column('invite_id').execute()
  await schema.createIndex('registration_by_expiry').on('registration').column('expires_at').execute()
  await schema.createIndex('registration_by_network').on('registration').columns(['network', 'expires_at']).execute()
}
