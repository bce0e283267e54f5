import type { Kysely } from 'kysely'

/**
 * Adds the last answer of each neighbour and the latest refusals of its players
 * (docs/decisions/0091-what-neighbours-said.md).
 */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.createTable('neighbour_answer')
    .addColumn('neighbour_id', 'text', (c) => c.primaryKey().references('neighbour.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('problem', 'text')
    .execute()
  await schema.createTable('refused_visit')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('server', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .execute()
  await schema.createIndex('refused_visit_by_age').on('refused_visit').columns(['at', 'digest']).execute()
}
