import { executesAll } from '../executes-all.ts'

/** Tokens and sessions of accounts, joins that a game server has yet to ask about, and tokens of the API. */
export const up = executesAll(() => [
  `create table credential (
    digest text primary key,
    kind text not null,
    account_id text not null references account (id) on delete cascade,
    credentials_version bigint not null,
    rights text not null,
    client text not null,
    issued_at bigint not null,
    expires_at bigint not null,
    user_agent text,
    address text,
    first_used_at bigint not null,
    last_used_at bigint not null,
    grant_id text references oauth_grant (id) on delete cascade,
    scope text
  )`,
  'create index credential_by_account on credential (account_id, kind, expires_at)',
  'create index credential_by_expiry on credential (expires_at)',
  'create index credential_by_first_use on credential (first_used_at)',
  'create index credential_by_grant on credential (grant_id) where grant_id is not null',

  `create table pending_join (
    account_id text not null references account (id) on delete cascade,
    server_id_digest text not null,
    address text not null,
    credentials_version bigint not null,
    expires_at bigint not null,
    primary key (account_id, server_id_digest)
  )`,
  'create index pending_join_by_expiry on pending_join (expires_at)',

  `create table api_token (
    id text primary key,
    digest text not null unique,
    name text not null,
    access text not null,
    created_at bigint not null,
    expires_at bigint,
    last_used_at bigint,
    maker_kind text not null,
    maker_id text,
    maker_name text
  )`,
  `create table idempotency_key (
    digest text primary key,
    token_id text not null references api_token (id) on delete cascade,
    request text not null,
    answer text,
    started_at bigint not null,
    expires_at bigint not null
  )`,
  'create index idempotency_key_by_token on idempotency_key (token_id)',
  'create index idempotency_key_by_expiry on idempotency_key (expires_at)',
])
