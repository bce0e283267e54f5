import { executesAll } from '../executes-all.ts'

/**
 * Services through which people sign in here, the accounts that they prove, and the memberships that they make. A
 * membership without a provider was made here.
 */
export const up = executesAll(() => [
  `create table provider (
    name text primary key,
    preset text,
    kind text not null,
    issuer text,
    server text not null,
    client_id text not null,
    client_secret text not null,
    bot_token text,
    title text not null,
    registration text not null,
    email text not null,
    scope text not null,
    claims text not null,
    group_map text not null,
    auth text not null,
    tenant text,
    hosted_domain text,
    guild text,
    guild_required integer not null,
    is_private integer not null,
    created_at bigint not null,
    last_sign_in_at bigint,
    last_problem text,
    last_problem_at bigint
  )`,
  `create table linked_identity (
    provider text not null references provider (name) on delete cascade,
    subject text not null,
    account_id text not null references account (id) on delete cascade,
    name text,
    email text,
    linked_at bigint not null,
    last_sign_in_at bigint,
    primary key (provider, subject),
    unique (account_id, provider)
  )`,
  'create table used_sign_in_state (digest text primary key, expires_at bigint not null)',
  'create index used_sign_in_state_by_expiry on used_sign_in_state (expires_at)',
  'alter table group_member add column provider text references provider (name) on delete cascade',
  'create index group_member_by_provider on group_member (provider, account_id) where provider is not null',
  'alter table registration add column provider text references provider (name) on delete cascade',
  'alter table registration add column subject text',
  'alter table registration add column provider_name text',
  'create index registration_by_provider on registration (provider) where provider is not null',
])
