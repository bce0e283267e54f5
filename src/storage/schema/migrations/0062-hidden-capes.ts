import { type Kysely, sql } from 'kysely'

/** Adds the cape that a player hides and can show again. The index is small: few accounts hide one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.alterTable('account').addColumn('hidden_cape', 'text').execute()
  await schema
    .createIndex('account_by_hidden_cape')
    .on('account')
    .column('hidden_cape')
    .where(sql.ref('hidden_cape'), 'is not', null)
    .execute()
}
