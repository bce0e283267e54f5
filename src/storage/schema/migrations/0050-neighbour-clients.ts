import type { Kysely } from 'kysely'

/**
 * Adds the OAuth 2.0 client that this service is at a neighbour, and the sign-ins there that players have begun
 * (docs/decisions/0090-linking-by-sign-in.md).
 */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('neighbour').addColumn('client_id', 'text').execute()
  await schema.alterTable('neighbour').addColumn('client_secret', 'text').execute()
  await schema.alterTable('neighbour').addColumn('authorization_server', 'text').execute()
  await schema.createTable('link_sign_in')
    .addColumn('session', 'text', (c) => c.notNull())
    .addColumn('neighbour_id', 'text', (c) => c.notNull().references('neighbour.id').onDelete('cascade'))
    .addColumn('state_digest', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('link_sign_in_pk', ['session', 'neighbour_id'])
    .execute()
  await schema.createIndex('link_sign_in_by_neighbour').on('link_sign_in').column('neighbour_id').execute()
  await schema.createIndex('link_sign_in_by_expiry').on('link_sign_in').column('expires_at').execute()
}
