import { executesAll } from '../executes-all.ts'

/** Invites, and registrations that wait for an email address to be confirmed. */
export const up = executesAll(() => [
  `create table invite (
    id text primary key,
    code text not null unique,
    digest text not null,
    uses bigint not null,
    created_at bigint not null,
    expires_at bigint,
    group_name text
  )`,
  'create unique index invite_by_digest on invite (digest)',

  `create table registration (
    digest text primary key,
    username text not null,
    username_folded text not null,
    email text not null,
    email_folded text not null,
    password_hash text not null,
    language text not null,
    invite_id text,
    expires_at bigint not null,
    browser text not null,
    network text not null default '',
    group_name text
  )`,
  'create index registration_by_name on registration (username_folded)',
  'create index registration_by_email on registration (email_folded)',
  'create index registration_by_invite on registration (invite_id)',
  'create index registration_by_expiry on registration (expires_at)',
  'create index registration_by_network on registration (network, expires_at)',
])
