import type { Kysely } from 'kysely'

/** Adds roles of accounts: administrators and moderators. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('account').addColumn('roles', 'text').execute()
  await schema
    .createIndex('account_by_roles')
    .on('account')
    .column('roles')
    .where('roles', 'is not', null)
    .execute()
}
