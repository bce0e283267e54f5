// Importing dirty data does not use more memory over time, and neither do lists of many different lengths.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Folder } from '../../src/lib/files/folder.ts'
import { batchWeights } from '../../src/moving/import/batches.ts'
import { importAccounts } from '../../src/moving/import/import.ts'
import { accountsOfLines } from '../../src/moving/lines.ts'
import { declaredStatements, reads } from '../../src/storage/engine/database.ts'
import { migrated } from '../databases.ts'
import { hashesOfPassword } from '../passwords/known-hashes.ts'
import { onEveryDatabase, operator, startService } from '../service.ts'

const [passwordHash] = Object.values(hashesOfPassword)
/** Batches with a different number of players each; the remaining lines of each are unreadable. */
function* dirtyLines(batches: number, entriesPerBatch: number): Generator<string> {
  for (let batch = 0; batch < batches; batch++) {
    for (let entry = 0; entry < entriesPerBatch; entry++) {
      const isPlayer = entry < 20 + batch
      yield `${isPlayer ? JSON.stringify({ username: `P_${batch}_${entry}`, passwordHash }) : '{}'}\n`
    }
  }
}

onEveryDatabase('dirty imports', (start, _shared, kind) => {
  test('batches of many sizes are written with a few distinct statements', async () => {
    const { context } = await start()
    // The lock of a service is taken by `serve` alone.
    const weight = kind === 'sqlite' ? batchWeights.large : batchWeights.small
    const statements = () => [...declaredStatements.keys()].filter((name) => /^insert_\w+_\d+$/.test(name))
    const entries = accountsOfLines(
      context,
      Readable.from(dirtyLines(8, weight), { objectMode: true }).map((line) => Buffer.from(line)),
    )
    const sizes = new Set<number>()
    for await (const { added } of importAccounts(context, operator, entries, { folder: new Folder('/') }))
      sizes.add(added)
    assert.equal(sizes.size, 8)
    const { count } = await context.db.query
      .selectFrom('account')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    assert.equal(
      count,
      [...sizes].reduce((sum, size) => sum + size, 0),
    )
    const counts = new Set(statements().map((name) => Number(/\d+$/.exec(name))))
    assert.deepEqual(
      [...counts].filter((rows) => !Number.isInteger(Math.log2(rows))),
      [],
    )
  })
})

test('texts of many lengths are not cached', async (t) => {
  const database = await migrated.sqlite()
  const { context, close } = await startService(database.url)
  t.after(async () => {
    await close()
    await database.drop()
  })
  const ask = async (length: number): Promise<void> => {
    const text = `select 1 as found where 1 in (${Array.from({ length }, (_, at) => `$${at + 1}`).join(', ')})`
    await context.db.run(reads('in_list', text), Array(length).fill(0))
  }
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  await ask(15_000)
  collect()
  const before = process.memoryUsage().rss
  for (let length = 15_001; length < 15_150; length++) {
    await ask(length)
    if (length % 10 === 0) collect()
  }
  const grown = (process.memoryUsage().rss - before) / 2 ** 20
  t.diagnostic(`${grown.toFixed(0)} MiB more`)
  assert.ok(grown < 200, `${grown.toFixed(0)} MiB more`)
})
