import type { Kysely } from 'kysely'

/** Adds counts of the outcomes of each step into the game by hour, the figures that administrators see first. */
// biome-ignore format: one column a line reads as a table
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createTable('hour_count')
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('step', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('hour_count_key', ['at', 'step', 'outcome'])
    .execute()
}
