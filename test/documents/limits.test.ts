// docs/limits.md has a line for each table of the schema: who makes its rows, how many, and what deletes them.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { tableLimits } from '../../scripts/limits/tables.ts'
import { sweep, sweepUnworn } from '../../src/jobs/sweep.ts'
import type { Database, Queries } from '../../src/storage/engine/database.ts'
import { tables } from '../../src/storage/schema/schema.ts'
import { onEveryDatabase } from '../service.ts'

const root = join(import.meta.dirname, '../..')
const sources = globSync('src/{storage,domain}/**/*.ts', { cwd: root })
  .filter((path) => !path.includes('/migrations/'))
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n')

/** Rows of these are never deleted. */
const forEver = ['deleted_account', 'encryption', 'signing_key']

test('docs/limits.md has a line for each table, with a bound and an end', () => {
  assert.deepEqual(Object.keys(tableLimits).toSorted(), tables.toSorted())
  const page = readFileSync(join(root, 'docs/limits.md'), 'utf8')
  for (const [table, { by, bound, ends }] of Object.entries(tableLimits)) {
    assert.ok(page.includes(`| \`${table}\` | `), table)
    assert.ok(by !== '' && bound.text !== '', table)
    assert.ok(ends.sweep || ends.with || ends.otherwise !== undefined, `${table} never ends`)
    // Operators alone may make any number of rows.
    if (bound.text === 'none') assert.equal(by, 'operators', table)
  }
})

onEveryDatabase('the ends of rows', (start) => {
  test('are what docs/limits.md says: the sweep, or a row of another table', async () => {
    const { context } = await start()
    const texts: string[] = []
    const listening = <Db extends Queries>(db: Db): Db =>
      new Proxy(db, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name)
          if (name === 'run') {
            return (statement: { text: string }, values: []) => {
              texts.push(statement.text)
              return target.run(statement as never, values)
            }
          }
          if (name === 'transaction') {
            const { transaction } = target as unknown as Database
            return (work: (tx: Queries) => Promise<unknown>) =>
              transaction.call(target as unknown as Database, (tx) => work(listening(tx)))
          }
          return typeof value === 'function' ? value.bind(target) : value
        },
      })
    await sweep({ ...context, db: listening(context.db) })
    await sweepUnworn({ ...context, db: listening(context.db) }, '')
    const swept = new Set(
      texts.flatMap((text) => [...text.matchAll(/delete from (\w+)/g)]).map(([, table]) => table),
    )
    for (const [table, { ends }] of Object.entries(tableLimits)) {
      assert.equal(swept.has(table), ends.sweep === true, `the sweep deletes from ${table}`)
      const isDeleted = new RegExp(`delete from ${table}\\b|deleteFrom\\('${table}'\\)|sweeping\\('${table}'`)
      const isAlone = !ends.sweep && !ends.with && !forEver.includes(table)
      if (isAlone) assert.ok(isDeleted.test(sources), table)
    }
    if (context.db.dialect !== 'sqlite') return
    for (const [table, { ends }] of Object.entries(tableLimits)) {
      const { rows } = await sql<{ parent: string }>`select "table" as parent
        from pragma_foreign_key_list(${table}) where on_delete = 'CASCADE'`.execute(context.db.query)
      const parents = rows.map(({ parent }) => parent)
      assert.deepEqual([...new Set(parents)].toSorted(), [...(ends.with ?? [])].toSorted(), table)
    }
  })
})
