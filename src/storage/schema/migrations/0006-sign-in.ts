import { executesAll } from '../executes-all.ts'

/** Second factors, passkeys and known devices, and the links by which an owner changes or undoes something. */
export const up = executesAll(() => [
  `create table used_totp_step (
    account_id text not null references account (id) on delete cascade,
    step bigint not null,
    primary key (account_id, step)
  )`,
  'create index used_totp_step_by_step on used_totp_step (step)',

  `create table recovery_code (
    account_id text not null references account (id) on delete cascade,
    digest text not null,
    primary key (account_id, digest)
  )`,

  `create table passkey (
    id text primary key,
    account_id text not null references account (id) on delete cascade,
    name text not null,
    public_key text not null,
    counter bigint not null,
    backup_eligible integer not null,
    created_at bigint not null,
    last_used_at bigint
  )`,
  'create index passkey_by_account on passkey (account_id)',
  'create table used_challenge (digest text primary key, expires_at bigint not null)',
  'create index used_challenge_by_expiry on used_challenge (expires_at)',

  `create table known_device (
    account_id text not null references account (id) on delete cascade,
    digest text not null,
    seen_at bigint not null,
    primary key (account_id, digest)
  )`,
  'create index known_device_by_age on known_device (seen_at)',

  `create table recovery (
    digest text primary key,
    account_id text not null,
    secrets_version bigint not null,
    email_folded text,
    expires_at bigint not null
  )`,
  'create index recovery_by_expiry on recovery (expires_at)',

  // One for each account.
  `create table one_time_link (
    digest text primary key,
    account_id text not null unique references account (id) on delete cascade,
    purpose text not null,
    credentials_version bigint not null,
    secrets_version bigint not null,
    roles text not null,
    maker_kind text not null,
    maker_id text,
    expires_at bigint not null
  )`,
  'create index one_time_link_by_expiry on one_time_link (expires_at)',

  `create table email_change (
    digest text primary key,
    account_id text not null references account (id) on delete cascade,
    secrets_version bigint not null,
    email text not null,
    expires_at bigint not null
  )`,
  'create index email_change_by_account on email_change (account_id)',
  'create index email_change_by_expiry on email_change (expires_at)',

  `create table factor_undo (
    digest text primary key,
    account_id text not null references account (id) on delete cascade,
    passkey_id text,
    since bigint not null,
    expires_at bigint not null
  )`,
  'create index factor_undo_by_account on factor_undo (account_id)',
  'create index factor_undo_by_expiry on factor_undo (expires_at)',

  `create table change_undo (
    digest text primary key,
    account_id text not null references account (id) on delete cascade,
    email text,
    neighbour_id text,
    player_id text,
    since bigint not null,
    expires_at bigint not null
  )`,
  'create index change_undo_by_account on change_undo (account_id)',
  'create index change_undo_by_expiry on change_undo (expires_at)',
])
