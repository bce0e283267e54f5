import { executesAll } from '../executes-all.ts'

/** Passwords for launchers alone, and what was issued with them, which ends with them. */
export const up = executesAll(() => [
  `create table app_password (
    id text primary key,
    account_id text not null references account (id) on delete cascade,
    digest text not null unique,
    name text not null,
    created_at bigint not null,
    last_used_at bigint,
    user_agent text,
    address text
  )`,
  'create index app_password_by_account on app_password (account_id)',
  'alter table credential add column app_password_id text references app_password (id) on delete cascade',
  'create index credential_by_app_password on credential (app_password_id) where app_password_id is not null',
  'alter table pending_join add column app_password_id text',
  'alter table change_undo add column app_password_id text',
])
