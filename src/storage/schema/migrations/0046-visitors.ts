import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Adds visitors, players of neighbours who own a name here, and what decides whether they may join
 * (docs/decisions/0079-visitors.md). Triggers keep their UUIDs apart from those of accounts, also those that the previous
 * release creates.
 */
// biome-ignore format: one column a line reads as a table
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema.createTable('visitor')
    .addColumn('uuid', 'text', (c) => c.primaryKey())
    .addColumn('neighbour_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('suspended_at', 'bigint')
    .addColumn('suspended_until', 'bigint')
    .addColumn('suspension_reason', 'text')
    .addColumn('first_seen', 'bigint', (c) => c.notNull())
    .addColumn('last_seen', 'bigint', (c) => c.notNull())
    .addColumn('joins', 'bigint', (c) => c.notNull())
    .execute()
  await schema.createIndex('visitor_by_name').on('visitor').columns(['name_key', 'uuid']).execute()
  await schema.createIndex('visitor_by_neighbour').on('visitor').columns(['neighbour_id', 'uuid']).execute()
  await schema.createTable('listed_visitor')
    .addColumn('neighbour_id', 'text', (c) => c.notNull().references('neighbour.id').onDelete('cascade'))
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('server_id', 'text', (c) => c.notNull())
    .addColumn('added_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('listed_visitor_pk', ['name_key', 'neighbour_id', 'server_id'])
    .execute()
  await schema.createIndex('listed_visitor_by_neighbour').on('listed_visitor').column('neighbour_id').execute()
  await schema.alterTable('name_claim').addColumn('visitor_id', 'text').execute()
  await schema.alterTable('game_server').addColumn('visitors_who', 'text').execute()
  await schema.alterTable('game_server').addColumn('tells_source', 'text', (c) => c.notNull().defaultTo('on')).execute()
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  for (const statement of isSqlite ? sqliteTriggers : postgresTriggers) await sql.raw(statement).execute(db)
}

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
