import type { Kysely } from 'kysely'

/** Adds who created an API token. Null for tokens of earlier releases. */
// biome-ignore format: one column a line reads as a table
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('api_token').addColumn('maker_kind', 'text').execute()
  await schema.alterTable('api_token').addColumn('maker_id', 'text').execute()
  await schema.alterTable('api_token').addColumn('maker_name', 'text').execute()
}
