import { executesAll } from '../executes-all.ts'

/**
 * Applications, users' grants, and what the flows of OAuth 2.0 store. Every installation has the public client
 * `launchers`.
 */
export const up = executesAll(() => [
  `create table oauth_client (
    client_id text primary key,
    name text not null,
    secret_digest text,
    redirect_uris text not null,
    logout_uris text,
    id_token_alg text not null,
    pkce text not null default 'required',
    member_groups text,
    created_at bigint not null
  )`,
  `insert into oauth_client (client_id, name, redirect_uris, id_token_alg, created_at)
    values ('launchers', 'Launcher', '[]', 'RS256', 0)`,

  `create table oauth_grant (
    id text primary key,
    account_id text not null references account (id) on delete cascade,
    client_id text not null references oauth_client (client_id) on delete cascade,
    credentials_version bigint not null,
    scope text not null,
    created_at bigint not null,
    expires_at bigint
  )`,
  'create index oauth_grant_by_account on oauth_grant (account_id, client_id)',
  'create index oauth_grant_by_client on oauth_grant (client_id)',
  'create index oauth_grant_by_expiry on oauth_grant (expires_at)',

  `create table oauth_artifact (
    digest text primary key,
    kind text not null,
    client_id text not null references oauth_client (client_id) on delete cascade,
    account_id text references account (id) on delete cascade,
    grant_id text references oauth_grant (id) on delete cascade,
    user_code_digest text unique,
    payload text not null,
    issued_at bigint not null,
    expires_at bigint not null,
    consumed_at bigint
  )`,
  'create index oauth_artifact_by_grant on oauth_artifact (grant_id, kind, consumed_at)',
  'create index oauth_artifact_by_account on oauth_artifact (account_id, kind, expires_at)',
  'create index oauth_artifact_by_client on oauth_artifact (client_id)',
  'create index oauth_artifact_by_expiry on oauth_artifact (expires_at)',
])
