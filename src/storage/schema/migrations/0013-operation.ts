import { executesAll } from '../executes-all.ts'

/** Keys and their encryption, budgets and bans, and settings that administrators change while the service runs. */
export const up = executesAll(() => [
  `create table signing_key (
    kid text primary key,
    use text not null,
    generation bigint not null,
    private_key text not null,
    public_key text not null,
    created_at bigint not null,
    signs_from bigint not null,
    published_until bigint,
    revoked_at bigint,
    unique (use, generation)
  )`,
  // Without it, hot statements would read all keys, including their private halves, for the time of the newest.
  'create index signing_key_by_creation on signing_key (created_at)',
  `create table encryption (
    id text primary key,
    salt text not null,
    check_value text not null,
    created_at bigint not null,
    erased_at bigint
  )`,

  'create table guess (key text primary key, full_at bigint not null)',
  'create index guess_by_full_at on guess (full_at)',
  // The digest of a subject is at the end of a key.
  'create index guess_by_subject on guess (substr(key, length(key) - 31))',
  `create table lookup_client (
    network text primary key,
    full_at bigint not null,
    banned_at bigint,
    ends_at bigint,
    ban_length bigint not null,
    forgotten_at bigint
  )`,
  'create index lookup_client_by_ban on lookup_client (banned_at)',
  'create index lookup_client_by_forgotten on lookup_client (forgotten_at)',

  `create table setting (
    name text primary key,
    value text not null,
    version text not null
  )`,
])
