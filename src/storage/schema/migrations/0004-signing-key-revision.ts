import type { Kysely } from 'kysely'

/**
 * Adds an index on the time of the newest key: without it, hot statements would read all keys, including their private
 * halves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('signing_key_by_creation').on('signing_key').column('created_at').execute()
}
