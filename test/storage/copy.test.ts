import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { CopyUnfinished } from '../../src/model/errors/copy-unfinished.ts'
import type { Database } from '../../src/storage/engine/database.ts'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { primaryKeyOf, type Schema, tables } from '../../src/storage/schema/schema.ts'
import { CopyRefused, copyDatabase, refuseUnfinishedCopy } from '../../src/storage/tools/copy.ts'
import { databases } from '../databases.ts'
import { fillWithSample } from './sample.ts'

const kinds = ['sqlite', 'postgres'] as const

async function fresh(t: TestContext, kind: (typeof kinds)[number]): Promise<Database> {
  const database = await databases[kind]()
  const db = await openDatabase(database.url)
  t.after(async () => {
    await db.close()
    await database.drop()
  })
  await migrate(db)
  return db
}

const refused = (why: CopyRefused['why']) => (error: unknown) =>
  error instanceof CopyRefused && error.why === why

async function rowsOf(db: Database, table: keyof Schema) {
  const rows = await db.query.selectFrom(table).selectAll().execute()
  return rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted()
}

for (const from of kinds) {
  describe(`copy from ${from}`, () => {
    for (const to of kinds) {
      test(`to ${to}: every row of every table, compared`, async (t) => {
        const [source, target] = [await fresh(t, from), await fresh(t, to)]
        await fillWithSample(source, 1200)
        const shares: number[] = []
        const sums = await copyDatabase(source, target, (done, all) => shares.push(done / all))
        assert.deepEqual(Object.keys(sums), tables)
        assert.equal(sums['credential']?.rows, 3600)
        for (const table of tables) assert.deepEqual(await rowsOf(target, table), await rowsOf(source, table))
        assert.deepEqual(
          shares,
          shares.toSorted((a, b) => a - b),
        )
        assert.equal(shares.at(-1), 1)
        const known = await target.query.introspection.getTables()
        assert.ok(!known.some(({ name }) => name === 'copy_progress'), 'nothing of the copy is left behind')
      })
    }

    test('continues where it was interrupted, and copies nothing twice', async (t) => {
      const [source, target] = [
        await fresh(t, from),
        await fresh(t, from === 'sqlite' ? 'postgres' : 'sqlite'),
      ]
      await fillWithSample(source, 1200)
      for (const stopAt of [1, 1000, 3000, 7000]) {
        const stopping = copyDatabase(source, target, (done) => {
          if (done >= stopAt) throw new Error('the power failed')
        })
        await assert.rejects(stopping, /the power failed/)
        await assert.rejects(refuseUnfinishedCopy(target), CopyUnfinished)
      }
      const before = await target.query.selectFrom('credential').selectAll().execute()
      assert.ok(before.length > 0 && before.length < 3600, `${before.length} rows are there`)
      await copyDatabase(source, target, () => undefined)
      await refuseUnfinishedCopy(target)
      for (const table of tables) assert.deepEqual(await rowsOf(target, table), await rowsOf(source, table))
    })

    test('refuses a target that is not empty, changing nothing', async (t) => {
      const [source, target] = [await fresh(t, from), await fresh(t, 'sqlite')]
      await fillWithSample(source, 2)
      await target.query.insertInto('guess').values({ key: 'x', full_at: 1 }).execute()
      await assert.rejects(
        copyDatabase(source, target, () => undefined),
        refused('target_not_empty'),
      )
      assert.deepEqual(await rowsOf(target, 'account'), [])
      // A finished copy is a database like any other.
      const other = await fresh(t, 'sqlite')
      await copyDatabase(source, other, () => undefined)
      await assert.rejects(
        copyDatabase(source, other, () => undefined),
        refused('target_not_empty'),
      )
    })

    test('refuses an unfinished part of another copy, and a source that was never served', async (t) => {
      const [source, target] = [await fresh(t, from), await fresh(t, 'sqlite')]
      await assert.rejects(
        copyDatabase(source, target, () => undefined),
        refused('source_empty'),
      )
      await fillWithSample(source, 2)
      const stopping = copyDatabase(source, target, () => {
        throw new Error('stop')
      })
      await assert.rejects(stopping, /stop/)
      await source.query
        .updateTable('signing_key')
        .set({ kid: 'another' })
        .where('kid', '=', 'first')
        .execute()
      await assert.rejects(
        copyDatabase(source, target, () => undefined),
        refused('target_not_empty'),
      )
    })

    test('changes behind its back are noticed', async (t) => {
      const [source, target] = [await fresh(t, from), await fresh(t, 'sqlite')]
      await fillWithSample(source, 600)
      const { unbounded } = target
      let change: Promise<unknown> | undefined
      // Otherwise the copy could end before the change arrives.
      const transaction: Database['transaction'] = async (work) => {
        await change
        return unbounded.transaction(work)
      }
      const copying = copyDatabase(
        source,
        { ...target, unbounded: { ...unbounded, transaction } },
        (done) => {
          if (done < 1500) return
          change ??= source.query
            .updateTable('account')
            .set({ language: 'de' })
            .where('username', '=', 'Player_0')
            .execute()
        },
      )
      await assert.rejects(copying, refused('tables_differ'))
    })
  })
}

/** SQLite's search indexes, which triggers fill. */
const isOfSearch = (name: string): boolean => /^(account|shared_texture)_(number|trigram)/.test(name)

describe('the list of tables', () => {
  for (const kind of kinds) {
    test(`has every table of a migrated database, with its primary key (${kind})`, async (t) => {
      const db = await fresh(t, kind)
      const known = await db.query.introspection.getTables()
      const used = known.map(({ name }) => name).filter((name) => !isOfSearch(name))
      assert.deepEqual(used.toSorted(), tables.toSorted())
      for (const table of tables) {
        const key = primaryKeyOf(table)
        const { rows } =
          kind === 'sqlite'
            ? await sql<{
                name: string
              }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(db.query)
            : await sql<{
                name: string
              }>`select attname as name from pg_index, unnest(indkey) with ordinality as part (number, position), pg_attribute
                where indrelid = cast(${table} as regclass) and indisprimary and attrelid = indrelid and attnum = part.number order by position`.execute(
                db.query,
              )
        assert.deepEqual(
          rows.map(({ name }) => name),
          key,
          table,
        )
      }
    })
  }
})
