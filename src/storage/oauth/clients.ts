import type { Transaction } from '../engine/database.ts'
import { readsAll, readsAny, readsFirst, writesAny, writesFirst } from '../engine/queries.ts'
import { changes, inserts } from '../engine/rows.ts'
import type { OauthClientRow } from '../schema/rows/oauth.ts'

export const clientById = readsFirst<OauthClientRow, [clientId: string]>(
  'oauth_client_by_id',
  'select * from oauth_client where client_id = $1',
)

/** Returns true if there is any application. */
export const isAnyClient = readsAny<[]>('any_oauth_client', 'select client_id from oauth_client limit 1')

/** Returns the clients, the oldest first. */
export const allClients = readsAll<OauthClientRow>(
  'oauth_clients',
  'select * from oauth_client order by created_at, client_id',
)

export const insertClient = inserts('oauth_client')

export const updateClient = changes('oauth_client')

/** Deletes a client with its grants, codes and tokens. Returns its row, or undefined if it does not exist. */
export const deleteClientRow = writesFirst<OauthClientRow, [clientId: string], Transaction>(
  'delete_oauth_client',
  'delete from oauth_client where client_id = $1 returning *',
)

/** Replaces a secret. Returns false if the client does not exist or is a public one. */
export const replaceSecretDigest = writesAny<[clientId: string, digest: string]>(
  'replace_oauth_client_secret',
  `update oauth_client set secret_digest = $2 where client_id = $1 and secret_digest is not null
   returning client_id`,
)
