import { type Kysely, sql } from 'kysely'

/** Adds indexes for rows that were found by scanning a whole table, every minute or for a page of administration. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createIndex('used_totp_step_by_step').on('used_totp_step').column('step').execute()
  await schema
    .createIndex('guess_by_subject')
    .on('guess')
    .expression(sql`substr(key, length(key) - 31)`)
    .execute()
}
