import type { Kysely } from 'kysely'

/** Adds tokens of the API for administration, and stored answers for repeated requests. */
// biome-ignore format: one column a line reads as a table
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createTable('api_token')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('digest', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('access', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .execute()
  await schema.createTable('idempotency_key')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('token_id', 'text', (c) => c.notNull().references('api_token.id').onDelete('cascade'))
    .addColumn('request', 'text', (c) => c.notNull())
    .addColumn('answer', 'text')
    .addColumn('started_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('idempotency_key_by_token').on('idempotency_key').column('token_id').execute()
  await schema.createIndex('idempotency_key_by_expiry').on('idempotency_key').column('expires_at').execute()
}
