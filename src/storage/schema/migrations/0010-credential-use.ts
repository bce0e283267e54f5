import type { Kysely } from 'kysely'

/** Adds the client, address and time of a credential's use, by which its owner and operators recognise it. */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('credential').addColumn('user_agent', 'text').execute()
  await schema.alterTable('credential').addColumn('address', 'text').execute()
  await schema.alterTable('credential').addColumn('first_used_at', 'bigint').execute()
  await schema.alterTable('credential').addColumn('last_used_at', 'bigint').execute()
}
