// The database of every release, and that of the last checkout before the first one, migrated to the current schema;
// and the rule that lets two releases run side by side.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, type TestContext, test } from 'node:test'
import type { Database } from '../../src/storage/engine/database.ts'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { databases } from '../databases.ts'
import { load, sampleOf } from './schema-dump.ts'

const directory = new URL('../schemas/', import.meta.url)
const dumps = readdirSync(directory).map((file) => {
  const [, version = '', kind = ''] = /^(.+)\.(sqlite|postgres)\.sql$/.exec(file) ?? []
  return { file, version, kind: kind as keyof typeof databases }
})
const newest = dumps
  .map(({ version }) => version)
  .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  .at(-1)

async function opened(t: TestContext, kind: keyof typeof databases, text = ''): Promise<Database> {
  const database = await databases[kind]()
  if (text !== '') await load(database.url, text)
  const db = await openDatabase(database.url)
  t.after(async () => {
    await db.close()
    await database.drop()
  })
  return db
}

/** Every column of every table by `table.column`. */
async function columnsOf(db: Database) {
  const all = await db.query.introspection.getTables()
  return new Map(
    all.flatMap(({ name: table, columns }) =>
      columns.map(({ name, dataType, isNullable, hasDefaultValue }) => [
        `${table}.${name}`,
        { table, type: dataType.toLowerCase(), isNullable, hasDefaultValue },
      ]),
    ),
  )
}

async function rowsOf(db: Database) {
  const all = await db.query.introspection.getTables()
  // Substring indexes can be searched alone.
  const tables = all.filter(({ name }) => !/^(account|shared_texture)_trigram/.test(name))
  const rows: Record<string, Record<string, unknown>[]> = {}
  for (const { name } of tables)
    rows[name] = await db.query
      .selectFrom(name as 'guess')
      .selectAll()
      .execute()
  return rows
}

describe('the database of each release', () => {
  for (const { file, version, kind } of dumps) {
    test(`${file} is migrated to the current schema, and no row is lost`, async (t) => {
      const db = await opened(t, kind, sampleOf(version, kind))
      const before = await rowsOf(db)
      assert.ok(Object.values(before).every((rows) => rows.length > 0 || version !== newest))
      await migrate(db)
      const after = await rowsOf(db)
      for (const [table, rows] of Object.entries(before)) {
        // Those of checkouts became fewer.
        if (table === 'kysely_migration') continue
        const left = after[table]?.length ?? 0
        assert.ok(left >= rows.length, `${table} had ${rows.length} rows and has ${left}`)
      }
      const owners = await db.query
        .selectFrom('name_claim')
        .select(['name_key', 'account_id'])
        .where('kind', '=', 'account')
        .execute()
      const names = await db.query.selectFrom('account').select(['username_folded', 'id']).execute()
      assert.deepEqual(
        owners.map(({ name_key, account_id }) => `${name_key} ${account_id}`).toSorted(),
        names.map(({ username_folded, id }) => `${username_folded} ${id}`).toSorted(),
      )
      const fresh = await opened(t, kind)
      await migrate(fresh)
      assert.deepEqual(
        [...(await columnsOf(db))].toSorted(),
        [...(await columnsOf(fresh))].toSorted(),
        'the same as a new one. Before this version is released, "npm run schema" writes the dump again',
      )
    })
  }
})

describe('the previous release works next to the next one (docs/operations.md, rolling updates)', () => {
  for (const { file, version, kind } of dumps.filter(({ version }) => version === newest)) {
    test(`the columns of ${file} stay, and no new column requires a value from it`, async (t) => {
      const db = await opened(t, kind, sampleOf(version, kind))
      const before = await columnsOf(db)
      const tables = new Set([...before.values()].map(({ table }) => table))
      await migrate(db)
      const after = await columnsOf(db)
      for (const [name, old] of before) {
        const now = after.get(name)
        assert.ok(now, `${name} is read by the last release: it goes one release later`)
        assert.equal(now.type, old.type, `${name} keeps its type`)
        assert.ok(now.isNullable || !old.isNullable, `${name} may be null in what the last release writes`)
      }
      for (const [name, { table, isNullable, hasDefaultValue }] of after) {
        const isFilled = isNullable || hasDefaultValue || before.has(name) || !tables.has(table)
        assert.ok(isFilled, `${name} is new, and the last release does not fill it`)
      }
    })
  }
})
