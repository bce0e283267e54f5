import { executesAll } from '../executes-all.ts'

/** Accounts, and the names that they had. */
export const up = executesAll((dialect) => [
  `create table account (
    id text primary key,
    username text not null,
    username_folded text not null unique,
    email text,
    email_folded text unique,
    email_confirmed text,
    password_hash text not null,
    credentials_version bigint not null default 0,
    secrets_version bigint not null default 0,
    language text not null,
    totp_secret text,
    totp_since bigint,
    skin_hash text,
    skin_model text,
    cape_hash text,
    hidden_cape text,
    suspended_at bigint,
    suspended_until bigint,
    suspension_reason text,
    suspended_by text,
    created_at bigint not null,
    deletes_at bigint,
    roles text,
    group_names text
  )`,
  'create index account_by_skin on account (skin_hash)',
  'create index account_by_cape on account (cape_hash)',
  'create index account_by_hidden_cape on account (hidden_cape) where hidden_cape is not null',
  'create index account_by_roles on account (roles) where roles is not null',
  'create index account_by_suspension on account (id) where suspended_at is not null',
  // With all other accounts in it, SQLite would scan it for "several names, and not to be deleted", because it assumes
  // that a condition on a single value is selective.
  'create index account_by_deletion on account (deletes_at) where deletes_at is not null',
  // The order in which administrators see accounts. On PostgreSQL, searches scan it.
  `create index account_by_creation on account (created_at, id)${
    dialect === 'sqlite' ? '' : ' include (username_folded, email_folded)'
  }`,

  `create table username_history (
    account_id text not null references account (id) on delete cascade,
    username text not null,
    changed_at bigint not null,
    primary key (account_id, changed_at, username)
  )`,
  'create index username_history_by_name on username_history (lower(username))',
])
