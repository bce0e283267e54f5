import type { Queries, Transaction } from '../engine/database.ts'
import { readsFirst } from '../engine/queries.ts'
import { changesAny, inserts } from '../engine/rows.ts'
import type { OauthClientRow } from '../schema/schema.ts'

export const clientById = readsFirst<OauthClientRow, [clientId: string]>(
  'oauth_client_by_id',
  'select * from oauth_client where client_id = $1',
)

/** Returns true if there is any application. */
export async function isAnyClient(db: Queries): Promise<boolean> {
  return (
    (await db.query.selectFrom('oauth_client').select('client_id').limit(1).executeTakeFirst()) !== undefined
  )
}

/** Returns the clients, the oldest first. */
export function allClients(db: Queries): Promise<OauthClientRow[]> {
  return db.query.selectFrom('oauth_client').selectAll().orderBy('created_at').orderBy('client_id').execute()
}

export const insertClient = inserts('oauth_client')

/** Changes columns of a client that exists. */
export async function updateClient(
  tx: Transaction,
  clientId: string,
  columns: Partial<Omit<OauthClientRow, 'client_id' | 'secret_digest' | 'created_at'>>,
): Promise<void> {
  await tx.query.updateTable('oauth_client').set(columns).where('client_id', '=', clientId).execute()
}

/** Deletes a client with its grants, codes and tokens. Returns its name, or undefined if it does not exist. */
export async function deleteClientRow(db: Queries, clientId: string): Promise<string | undefined> {
  const one = db.query.deleteFrom('oauth_client').where('client_id', '=', clientId).returning('name')
  return (await one.executeTakeFirst())?.name
}

/** Replaces a secret. Returns false if the client does not exist or is a public one. */
export const replaceSecretDigest = (db: Queries, clientId: string, digest: string): Promise<boolean> =>
  changesAny(
    db.query
      .updateTable('oauth_client')
      .set({ secret_digest: digest })
      .where('client_id', '=', clientId)
      .where('secret_digest', 'is not', null),
  )
