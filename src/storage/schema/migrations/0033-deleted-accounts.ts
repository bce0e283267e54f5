import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Adds deleted accounts, whose UUIDs are not given to others (docs/decisions/0062-uuids-of-deleted-accounts.md). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const keep = 'insert into deleted_account (id) values (old.id) on conflict (id) do nothing'
  const statements = [
    `create table deleted_account (id text not null primary key)${isSqlite ? ' without rowid' : ''}`,
    // Accounts whose deletion the audit log still contains.
    `insert into deleted_account (id)
      select distinct account_id from audit_entry
      where event = 'account.deleted' and account_id is not null
        and not exists (select 1 from account where account.id = audit_entry.account_id)`,
    ...(isSqlite
      ? [`create trigger account_is_remembered after delete on account begin ${keep}; end`]
      : [
          `create function remember_deleted_account() returns trigger language plpgsql as $$
            begin
              ${keep};
              return null;
            end $$`,
          `create trigger account_is_remembered after delete on account
            for each row execute function remember_deleted_account()`,
        ]),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
