import type { Kysely } from 'kysely'

/**
 * Adds where an application may be returned to after signing out (docs/decisions/0106-applications.md), and how a
 * webhook's receiver answered last (docs/decisions/0051-webhooks.md).
 */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('oauth_client').addColumn('logout_uris', 'text').execute()
  await schema.alterTable('webhook').addColumn('failures', 'bigint').execute()
  await schema.alterTable('webhook').addColumn('held_until', 'bigint').execute()
}
