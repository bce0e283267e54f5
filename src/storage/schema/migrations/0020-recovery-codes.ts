import type { Kysely } from 'kysely'

/** Adds recovery codes, each of which replaces a code of the authenticator app once. */
// biome-ignore format: one column a line reads as a table
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createTable('recovery_code')
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('digest', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recovery_code_pk', ['account_id', 'digest'])
    .execute()
}
