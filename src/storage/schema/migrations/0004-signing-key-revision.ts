import type { Kysely } from 'kysely'

/** Hot statements ask when the newest key was made: without an index they would read every key, private halves and all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('signing_key_by_creation').on('signing_key').column('created_at').execute()
}
