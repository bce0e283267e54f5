import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Makes the email address optional: accounts of game servers and of single sign-on have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof SqliteAdapter) return remake(db)
  await db.schema
    .alterTable('account')
    .alterColumn('email', (column) => column.dropNotNull())
    .alterColumn('email_folded', (column) => column.dropNotNull())
    .execute()
}

interface Made {
  name: string
  sql: string
}

/**
 * SQLite before 3.53 can't change a column, and dropping a table deletes the rows that refer to it. So the table is
 * recreated together with those that refer to it, as sqlite.org/lang_altertable.html describes.
 */
async function remake(db: Kysely<unknown>): Promise<void> {
  const tables = await madeBy(db, sql`type = 'table'`)
  const account = tables.filter(({ name }) => name === 'account')
  const referring = tables.filter((table) => table.sql.includes('references "account"'))
  const remade = [...account, ...referring]
  const names = remade.map(({ name }) => name)
  const indexes = await madeBy(
    db,
    sql`type = 'index' and sql is not null and tbl_name in (${sql.join(names)})`,
  )
  for (const table of remade) {
    const next = table.sql
      .replace(/^create table "(\w+)"/i, 'create table "$1_next"')
      .replace('references "account"', 'references "account_next"')
      .replace('"email" text not null', '"email" text')
      .replace('"email_folded" text not null', '"email_folded" text')
    await sql.raw(next).execute(db)
    await sql`insert into ${sql.table(`${table.name}_next`)} select * from ${sql.table(table.name)}`.execute(
      db,
    )
  }
  // Tables that refer to an account are dropped before it. Renaming keeps the references.
  for (const name of names.toReversed()) await db.schema.dropTable(name).execute()
  for (const name of names) await db.schema.alterTable(`${name}_next`).renameTo(name).execute()
  for (const index of indexes) await sql.raw(index.sql).execute(db)
}

async function madeBy(db: Kysely<unknown>, which: ReturnType<typeof sql>): Promise<Made[]> {
  const { rows } = await sql<Made>`select name, sql from sqlite_master where ${which} order by name`.execute(
    db,
  )
  return rows
}
