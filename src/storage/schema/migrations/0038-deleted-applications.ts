import { executesAll } from '../executes-all.ts'

/** Applications whose deletion can still be undone (docs/decisions/0174-undo.md). Nothing else reads them. */
export const up = executesAll(() => [
  `create table deleted_client (
    client_id text primary key,
    name text not null,
    secret_digest text,
    redirect_uris text not null,
    logout_uris text,
    id_token_alg text not null,
    pkce text not null,
    member_groups text,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  'create index deleted_client_by_expiry on deleted_client (expires_at)',
])
