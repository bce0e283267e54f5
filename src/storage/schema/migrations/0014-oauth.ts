import { type Kysely, sql } from 'kysely'

/**
 * Adds OAuth 2.0: applications, users' grants, and the artifacts of its flows. Access tokens are credentials, which end
 * with their grant. Every installation has the public client `launchers`.
 */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<Clients>): Promise<void> {
  const { schema } = db
  await schema.createTable('oauth_client')
    .addColumn('client_id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('secret_digest', 'text')
    .addColumn('redirect_uris', 'text', (c) => c.notNull())
    .addColumn('id_token_alg', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()

  await schema.createTable('oauth_grant')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('client_id', 'text', (c) => c.notNull().references('oauth_client.client_id').onDelete('cascade'))
    .addColumn('credentials_version', 'bigint', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint')
    .execute()
  await schema.createIndex('oauth_grant_by_account').on('oauth_grant').columns(['account_id', 'client_id']).execute()
  await schema.createIndex('oauth_grant_by_client').on('oauth_grant').column('client_id').execute()
  await schema.createIndex('oauth_grant_by_expiry').on('oauth_grant').column('expires_at').execute()

  await schema.createTable('oauth_artifact')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('client_id', 'text', (c) => c.notNull().references('oauth_client.client_id').onDelete('cascade'))
    .addColumn('account_id', 'text', (c) => c.references('account.id').onDelete('cascade'))
    .addColumn('grant_id', 'text', (c) => c.references('oauth_grant.id').onDelete('cascade'))
    .addColumn('user_code_digest', 'text', (c) => c.unique())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('issued_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('consumed_at', 'bigint')
    .execute()
  await schema.createIndex('oauth_artifact_by_grant').on('oauth_artifact').columns(['grant_id', 'kind', 'consumed_at']).execute()
  await schema.createIndex('oauth_artifact_by_account').on('oauth_artifact').columns(['account_id', 'kind', 'expires_at']).execute()
  await schema.createIndex('oauth_artifact_by_client').on('oauth_artifact').column('client_id').execute()
  await schema.createIndex('oauth_artifact_by_expiry').on('oauth_artifact').column('expires_at').execute()

  await schema.alterTable('credential').addColumn('grant_id', 'text', (c) => c.references('oauth_grant.id').onDelete('cascade')).execute()
  await schema.alterTable('credential').addColumn('scope', 'text').execute()
  await schema.createIndex('credential_by_grant').on('credential').column('grant_id').where(sql.ref('grant_id'), 'is not', null).execute()

  await db.insertInto('oauth_client').values({
    client_id: 'launchers', name: 'Launcher', secret_digest: null, redirect_uris: '[]', id_token_alg: 'RS256', created_at: 0,
  }).execute()
}

interface Clients {
  oauth_client: {
    client_id: string
    name: string
    secret_digest: null
    redirect_uris: string
    id_token_alg: string
    created_at: number
  }
}
