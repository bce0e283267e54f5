import type { Kysely } from 'kysely'

/**
 * Adds a count of new passwords and new second factors, apart from signouts. Only the former make an account forget the
 * addresses it knows. A signout does not, because it requires no more than the password.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('account')
    .addColumn('secrets_version', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute()
}
