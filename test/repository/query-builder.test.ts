// Statements are declared, so that their plans are tested (docs/decisions/0113-one-way-with-rows.md).
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/** The files that build statements, and what of these is not always the same. */
const building: Record<string, string> = {
  'storage/accounts/account-search.ts': 'filters, order and direction of a page',
  'storage/accounts/accounts.ts': 'filters of a page',
  'storage/engine/count-rows.ts': 'the table',
  'storage/engine/has-table.ts': 'asked before the schema is there',
  'storage/engine/rows.ts': 'the table, the columns and the number of rows',
  'storage/limits/account-budgets.ts': 'the number of patterns',
  'storage/records/audit.ts': 'filters of a page',
  'storage/records/day-counts.ts': 'the number of rows',
  'storage/records/hour-counts.ts': 'the number of rows',
  'storage/records/webhook-deliveries.ts': 'the events that a webhook receives; filters of a page',
  'storage/schema/migrate.ts': 'asked before the schema is there',
  'storage/wardrobe/library.ts': 'filters and order of a page',
  'storage/tools/copy.ts': 'the table',
  'storage/tools/table-pages.ts': 'the table',
  'moving/databases/blessing.ts': 'the database of another program',
  'moving/databases/drasl.ts': 'the database of another program',
  'moving/databases/ely.ts': 'the database of another program',
  'moving/import/rows.ts': 'the number of rows',
}

test('statements are built only where they are not always the same', () => {
  const src = join(import.meta.dirname, '../../src')
  const found = globSync('**/*.ts', { cwd: src }).filter((file) =>
    /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/.test(readFileSync(join(src, file), 'utf8')),
  )
  assert.deepEqual(found.toSorted(), Object.keys(building).toSorted())
})
