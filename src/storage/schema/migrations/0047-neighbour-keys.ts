import { type Kysely, sql } from 'kysely'

/** Adds the keys that neighbours sign with (docs/decisions/0085-keys-of-neighbours.md). */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.createTable('neighbour_key')
    .addColumn('neighbour_id', 'text', (c) => c.notNull().references('neighbour.id').onDelete('cascade'))
    .addColumn('use', 'text', (c) => c.notNull())
    .addColumn('spki', 'text', (c) => c.notNull())
    .addColumn('first_seen', 'bigint', (c) => c.notNull())
    .addColumn('confirmed_at', 'bigint')
    .addPrimaryKeyConstraint('neighbour_key_pk', ['neighbour_id', 'use', 'spki'])
    .execute()
  await schema.alterTable('neighbour').addColumn('keys_url', 'text').execute()
  await schema.alterTable('neighbour').addColumn('keys_read_at', 'bigint').execute()
  await schema.createIndex('name_claim_by_visitor').on('name_claim').column('visitor_id')
    .where(sql.ref('visitor_id'), 'is not', null).execute()
}
