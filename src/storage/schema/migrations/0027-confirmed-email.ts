import type { Kysely } from 'kysely'

/**
 * Adds the email address that an account's owner has confirmed, and the one that a link to a new password was sent to.
 */
// biome-ignore format: one column a line reads as a table
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('account').addColumn('email_confirmed', 'text').execute()
  await schema.alterTable('recovery').addColumn('email_folded', 'text').execute()
}
