import { executesAll } from '../executes-all.ts'

/**
 * Visitors, players of neighbours who own a name here, what decides whether they may join
 * (docs/decisions/0079-visitors.md), and those that belong to accounts (docs/decisions/0087-linked-players.md). Triggers
 * keep their UUIDs apart from those of accounts, also those that another release creates.
 */
export const up = executesAll((dialect) => [
  `create table visitor (
    uuid text primary key,
    neighbour_id text not null,
    name text not null,
    name_key text not null,
    suspended_at bigint,
    suspended_until bigint,
    suspension_reason text,
    suspended_by text,
    first_seen bigint not null,
    last_seen bigint not null,
    joins bigint not null
  )`,
  'create index visitor_by_name on visitor (name_key, uuid)',
  'create index visitor_by_neighbour on visitor (neighbour_id, uuid)',
  'create index visitor_by_last_seen on visitor (last_seen)',
  'create index visitor_of_one_join on visitor (last_seen) where joins = 1',
  ...(dialect === 'sqlite' ? sqliteTriggers : postgresTriggers),

  `create table mirrored_textures (
    uuid text primary key references visitor (uuid) on delete cascade,
    links text not null,
    skin_hash text,
    skin_model text,
    cape_hash text,
    checked_at bigint not null
  )`,
  'create index mirrored_textures_by_skin on mirrored_textures (skin_hash)',
  'create index mirrored_textures_by_cape on mirrored_textures (cape_hash)',
  'create index mirrored_textures_by_age on mirrored_textures (checked_at, uuid)',

  `create table listed_visitor (
    neighbour_id text not null references neighbour (id) on delete cascade,
    name_key text not null,
    server_id text not null,
    added_at bigint not null,
    primary key (name_key, neighbour_id, server_id)
  )`,
  'create index listed_visitor_by_neighbour on listed_visitor (neighbour_id)',

  `create table refused_visit (
    digest text primary key,
    at bigint not null,
    server text not null,
    name text not null,
    reason text not null
  )`,
  'create index refused_visit_by_age on refused_visit (at, digest)',

  `create table neighbour_link (
    neighbour_id text not null references neighbour (id) on delete cascade,
    uuid text not null,
    account_id text not null references account (id) on delete cascade,
    name text not null,
    name_key text not null,
    proof text not null,
    at bigint not null,
    primary key (neighbour_id, uuid)
  )`,
  'create index neighbour_link_by_account on neighbour_link (account_id, name_key)',
  'create index neighbour_link_by_name on neighbour_link (name_key)',
  'create index neighbour_link_by_uuid on neighbour_link (uuid)',

  `create table link_code (
    digest text primary key,
    neighbour_id text not null references neighbour (id) on delete cascade,
    uuid text not null,
    name text not null,
    session text,
    expires_at bigint not null,
    unique (neighbour_id, uuid)
  )`,
  'create index link_code_by_expiry on link_code (expires_at)',

  `create table link_sign_in (
    session text not null,
    neighbour_id text not null references neighbour (id) on delete cascade,
    state_digest text not null,
    expires_at bigint not null,
    primary key (session, neighbour_id)
  )`,
  'create index link_sign_in_by_neighbour on link_sign_in (neighbour_id)',
  'create index link_sign_in_by_expiry on link_sign_in (expires_at)',
])

const isOfAccount =
  'exists (select 1 from account where id = new.uuid) or exists (select 1 from deleted_account where id = new.uuid)'

/** A second copy of the visitor violates its key. */
const sqliteTriggers = [
  `create trigger account_is_no_visitor after insert on account begin
    insert into visitor select * from visitor where uuid = new.id;
  end`,
  `create trigger visitor_is_no_account after insert on visitor begin
    insert into visitor select * from visitor where uuid = new.uuid and (${isOfAccount});
  end`,
]

/** Any number that no other lock uses. */
const lock = 1_313_821_262

const taken = `raise unique_violation using table = 'visitor', detail = 'Key (uuid)=(…) already exists.'`

/**
 * Without the lock, an account and a visitor that are inserted at the same time would not see each other. Accounts share
 * it, so that they do not wait for each other.
 */
const postgresTriggers = [
  ...[
    ['account', 'pg_advisory_xact_lock_shared'],
    ['visitor', 'pg_advisory_xact_lock'],
  ].flatMap(([table, take]) => [
    `create function lock_uuids_for_${table}() returns trigger language plpgsql as $$
      begin
        perform ${take}(${lock});
        return null;
      end $$`,
    `create trigger ${table}_locks_uuids before insert on ${table}
      for each statement execute function lock_uuids_for_${table}()`,
  ]),
  `create function refuse_uuid_of_visitor() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from visitor where uuid = new.id) then ${taken}; end if;
      return null;
    end $$`,
  `create trigger account_is_no_visitor after insert on account
    for each row execute function refuse_uuid_of_visitor()`,
  `create function refuse_uuid_of_account() returns trigger language plpgsql as $$
    begin
      if ${isOfAccount} then ${taken}; end if;
      return null;
    end $$`,
  `create trigger visitor_is_no_account after insert on visitor
    for each row execute function refuse_uuid_of_account()`,
]
