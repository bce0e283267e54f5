import type { Kysely } from 'kysely'

/**
 * Counts new passwords and new second factors apart from signouts: addresses that an account knows are forgotten
 * with the former, and not because somebody who knows the password alone has signed out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('account')
    .addColumn('secrets_version', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}
