import type { Kysely } from 'kysely'
import { digestOfJti } from '../../../model/accounts/credential.ts'

interface LauncherTokens {
  launcher_token: {
    jti: string
    account_id: string
    client_token: string
    credentials_version: number
    issued_at: number
    expires_at: number
  }
  credential: {
    digest: string
    kind: string
    account_id: string
    credentials_version: number
    rights: string
    client: string
    issued_at: number
    expires_at: number
  }
}

const rowsAtOnce = 500

/**
 * Adds one table for all credentials of accounts, found by a digest. Launcher tokens move into it: while their `jti`
 * was in the database, anybody with a copy of it and of the signing keys could have recreated every token.
 */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.createTable('credential')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('credentials_version', 'bigint', (c) => c.notNull())
    .addColumn('rights', 'text', (c) => c.notNull())
    .addColumn('client', 'text', (c) => c.notNull())
    .addColumn('issued_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('credential_by_account').on('credential').columns(['account_id', 'kind', 'expires_at']).execute()
  await schema.createIndex('credential_by_expiry').on('credential').column('expires_at').execute()
  await moveLauncherTokens(db)
}

async function moveLauncherTokens(db: Kysely<LauncherTokens>): Promise<void> {
  for (let after = ''; ; ) {
    const page = db.selectFrom('launcher_token').selectAll().where('jti', '>', after).orderBy('jti')
    const rows = await page.limit(rowsAtOnce).execute()
    const last = rows.at(-1)
    if (!last) break
    const moved = rows.map((row) => ({
      digest: digestOfJti(row.jti),
      kind: 'launcher',
      account_id: row.account_id,
      credentials_version: row.credentials_version,
      rights: 'join',
      client: row.client_token,
      issued_at: row.issued_at,
      expires_at: row.expires_at,
    }))
    await db.insertInto('credential').values(moved).execute()
    after = last.jti
  }
  await db.deleteFrom('launcher_token').execute()
}
