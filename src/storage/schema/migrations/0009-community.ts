import { executesAll } from '../executes-all.ts'

/**
 * Groups of players, and game servers with a root of their own. Invites, applications and servers name groups without a
 * foreign key, so that one whose group was deleted stays closed (docs/decisions/0066-game-servers.md). Triggers keep the
 * groups of an account in its row, which hasJoined reads anyway (docs/decisions/0070-admission-without-a-join.md).
 */
export const up = executesAll((dialect) => [
  `create table player_group (
    name text primary key,
    title text not null,
    colour text,
    created_at bigint not null
  )`,
  `create table group_member (
    account_id text not null references account (id) on delete cascade,
    group_name text not null references player_group (name) on delete cascade,
    primary key (account_id, group_name)
  )`,
  'create index group_member_by_group on group_member (group_name, account_id)',
  ...(dialect === 'sqlite' ? sqliteTriggers : postgresTriggers),

  `create table game_server (
    id text primary key,
    name text not null unique,
    title text not null,
    address text,
    paused_at bigint,
    tells_groups integer not null,
    tells_source integer not null,
    visitors_who text,
    links text not null default 'admit',
    created_at bigint not null,
    last_asked_at bigint
  )`,
  `create table game_server_key (
    digest text primary key,
    server_id text not null references game_server (id) on delete cascade,
    key text not null,
    admission text,
    created_at bigint not null,
    ends_at bigint
  )`,
  'create index game_server_key_by_server on game_server_key (server_id)',
  'create index game_server_key_by_end on game_server_key (ends_at) where ends_at is not null',
  // Exactly one key of a server has no end.
  'create unique index game_server_key_in_force on game_server_key (server_id) where ends_at is null',
  `create table game_server_group (
    server_id text not null references game_server (id) on delete cascade,
    group_name text not null,
    primary key (server_id, group_name)
  )`,
])

// SQLite keeps the order of a subquery for such an aggregate. An order within the aggregate makes the file unreadable
// for SQLite before 3.44 (test/storage/older-sqlite.test.ts has the rule).
const sqliteTriggers = (
  [
    ['insert', 'new'],
    ['delete', 'old'],
  ] as const
).map(
  ([change, row]) => `create trigger group_names_after_${change} after ${change} on group_member begin
    update account set group_names = (select group_concat(group_name, ' ') from (
      select group_name from group_member where account_id = ${row}.account_id order by group_name))
    where id = ${row}.account_id;
  end`,
)

/** The lock comes first, so that the update sees the groups that another transaction has just changed. */
const postgresTriggers = [
  `create function write_group_names() returns trigger language plpgsql as $$
    declare changed_id text;
    begin
      for changed_id in select distinct account_id from changed order by account_id loop
        perform 1 from account where id = changed_id for no key update;
        update account set group_names = (select string_agg(group_name, ' ' order by group_name collate "C")
          from group_member where account_id = changed_id) where id = changed_id;
      end loop;
      return null;
    end $$`,
  `create trigger group_names_after_insert after insert on group_member
    referencing new table as changed for each statement execute function write_group_names()`,
  `create trigger group_names_after_delete after delete on group_member
    referencing old table as changed for each statement execute function write_group_names()`,
]
