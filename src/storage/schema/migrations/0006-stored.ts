import type { Kysely } from 'kysely'

/**
 * Adds who last set a texture, and when: textures that an account replaces within a day are deleted with its next
 * upload.
 */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('texture').addColumn('worn_by', 'text').execute()
  await schema.alterTable('texture').addColumn('worn_at', 'bigint').execute()
  await schema.createIndex('texture_by_wearer').on('texture').columns(['worn_by', 'worn_at']).execute()
}
