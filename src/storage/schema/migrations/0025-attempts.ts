import { type Kysely, sql } from 'kysely'

/** Adds attempts to get into the game, and an index for finding the former owner of a name. */
// biome-ignore format: one column a line reads as a table
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createTable('attempt')
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('step', 'text', (c) => c.notNull())
    .addColumn('refused_at', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('detail', 'text')
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('attempt_key', ['subject', 'step', 'refused_at'])
    .execute()
  await schema.createIndex('username_history_by_name').on('username_history').expression(sql`lower(username)`).execute()
  await schema.createIndex('attempt_by_time').on('attempt').column('at').execute()
  await schema.createIndex('attempt_by_refusal').on('attempt').column('refused_at')
    .where(sql.ref('refused_at'), '>', sql.lit(0)).execute()
}
