import type { Kysely } from 'kysely'

/**
 * Limits the index to the few accounts that are to be deleted. When it contained all others, too, SQLite scanned every
 * account for "several names, and not to be deleted", because it assumes that a condition on a single value is
 * selective.
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
