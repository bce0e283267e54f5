import { type Kysely, SqliteAdapter, sql } from 'kysely'

/**
 * Replaces triggers that SQLite before 3.44 can't parse, so that the tools of stable distributions open the file
 * (test/storage/older-sqlite.test.ts has the rule).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return
  for (const [change, row] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ]) {
    const trigger = `group_names_after_${change}`
    await sql.raw(`drop trigger ${trigger}`).execute(db)
    // SQLite keeps the order of a subquery for such an aggregate.
    await sql
      .raw(`create trigger ${trigger} after ${change} on group_member begin
      update account set group_names = (select group_concat(group_name, ' ') from (
        select group_name from group_member where account_id = ${row}.account_id order by group_name))
      where id = ${row}.account_id;
    end`)
      .execute(db)
  }
}
