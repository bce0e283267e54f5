import { type Kysely, sql } from 'kysely'
import { digestOfInvite } from '../../../model/accounts/credential.ts'

interface Tables {
  invite: { id: string; code: string; digest: string | null }
}

/**
 * Finds invites by a digest, so that their codes can be encrypted, and deletes digests without a key of what people
 * typed (docs/decisions/0105-digests-of-what-people-choose.md).
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('invite').addColumn('digest', 'text').execute()
  const rows = await db.selectFrom('invite').select(['id', 'code']).execute()
  for (const { id, code } of rows) {
    await db
      .updateTable('invite')
      .set({ digest: digestOfInvite(code) })
      .where('id', '=', id)
      .execute()
  }
  await db.schema.createIndex('invite_by_digest').unique().on('invite').column('digest').execute()
  for (const kind of ['both', 'login', 'reserve', 'links', 'name'])
    await sql`delete from guess where key like ${`${kind}:%`}`.execute(db)
  await sql`update idempotency_key set request = ''`.execute(db)
}
