import type { Kysely } from 'kysely'

/** Adds the copies of textures that neighbours' players wear (docs/decisions/0089-mirrored-textures.md). */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.createTable('mirrored_textures')
    .addColumn('uuid', 'text', (c) => c.primaryKey().references('visitor.uuid').onDelete('cascade'))
    .addColumn('links', 'text', (c) => c.notNull())
    .addColumn('skin_hash', 'text')
    .addColumn('skin_model', 'text')
    .addColumn('cape_hash', 'text')
    .addColumn('checked_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('mirrored_textures_by_skin').on('mirrored_textures').column('skin_hash').execute()
  await schema.createIndex('mirrored_textures_by_cape').on('mirrored_textures').column('cape_hash').execute()
  await schema.createIndex('mirrored_textures_by_age').on('mirrored_textures').columns(['checked_at', 'uuid']).execute()
}
