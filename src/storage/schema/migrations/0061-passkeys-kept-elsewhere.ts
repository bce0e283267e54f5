import type { Kysely } from 'kysely'

/** Adds whether a passkey may be kept on several devices. Null for those made before, until they are used. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('passkey').addColumn('backup_eligible', 'integer').execute()
}
