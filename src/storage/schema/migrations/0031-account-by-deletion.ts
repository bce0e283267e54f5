import type { Kysely } from 'kysely'

/**
 * Of the few accounts that are to be deleted. With all others in it, too, SQLite went through every account for
 * "several names, and not to be deleted", because it takes a condition on one value for a rare one.
 */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.dropIndex('account_by_deletion').execute()
  await schema
    .createIndex('account_by_deletion')
    .on('account')
    .column('deletes_at')
    .where('deletes_at', 'is not', null)
    .execute()
}
