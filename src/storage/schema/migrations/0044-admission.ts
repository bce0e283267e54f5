import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Puts what decides whether a player may join a game server into rows that hasJoined reads anyway: the player's groups
 * into the account, and the server's groups and state into each of its keys
 * (docs/decisions/0070-admission-without-a-join.md). Triggers keep the groups of an account up to date.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const named = isSqlite ? 'group_name' : 'group_name collate "C"'
  const namesOf = (id: string) =>
    `(select string_agg(group_name, ' ' order by ${named}) from group_member where account_id = ${id})`
  const statements = [
    'alter table account add column group_names text',
    'alter table game_server_key add column admission text',
    `update account set group_names = ${namesOf('account.id')} where id in (select account_id from group_member)`,
    `update game_server_key set admission =
      (select id || ' ' || name || ' ' || case when paused_at is null then 'open' else 'paused' end
        || ' ' || tells_groups || coalesce((select ' ' || string_agg(group_name, ' ' order by ${named})
          from game_server_group where server_id = game_server.id), '')
      from game_server where id = game_server_key.server_id)`,
    ...(isSqlite ? sqliteTriggers(namesOf) : postgresTriggers(namesOf)),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const sqliteTriggers = (namesOf: (id: string) => string) =>
  [
    ['insert', 'new'],
    ['delete', 'old'],
  ].map(
    ([change, row]) => `create trigger group_names_after_${change} after ${change} on group_member begin
      update account set group_names = ${namesOf(`${row}.account_id`)} where id = ${row}.account_id;
    end`,
  )

/** The lock comes first, so that the update sees the groups that another transaction has just changed. */
const postgresTriggers = (namesOf: (id: string) => string) => [
  `create function write_group_names() returns trigger language plpgsql as $$
    declare changed_id text;
    begin
      for changed_id in select distinct account_id from changed order by account_id loop
        perform 1 from account where id = changed_id for no key update;
        update account set group_names = ${namesOf('changed_id')} where id = changed_id;
      end loop;
      return null;
    end $$`,
  `create trigger group_names_after_insert after insert on group_member
    referencing new table as changed for each statement execute function write_group_names()`,
  `create trigger group_names_after_delete after delete on group_member
    referencing old table as changed for each statement execute function write_group_names()`,
]
