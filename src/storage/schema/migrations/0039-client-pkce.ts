import type { Kysely } from 'kysely'

/** Adds whether an application may omit PKCE. Applications of earlier releases may not. */
// biome-ignore format: one column a line reads as a table
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('oauth_client')
    .addColumn('pkce', 'text', (c) => c.notNull().defaultTo('required')).execute()
}
