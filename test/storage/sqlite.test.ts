// What only the embedded database has to get right: its thread, its file, its neighbours.
import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, DatabaseUnavailable, writes } from '../../src/storage/database.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { openSqlite, type SqliteOptions } from '../../src/storage/sqlite/open.ts'
import { databases } from '../databases.ts'

const put = writes('put_guess', 'insert into guess (key, full_at) values ($1, $2)')

test('the file and its folder are for their owner alone', async (t) => {
  const { file } = await opened(t)
  const modes = await Promise.all(
    [dirname(file), file, `${file}-wal`].map(async (path) => ((await stat(path)).mode & 0o777).toString(8)),
  )
  assert.deepEqual(modes, ['700', '600', '600'])
})

test('nothing hangs where the writer thread dies, and the next write starts another', async (t) => {
  const { db } = await opened(t)
  const tooMuch = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 10000000)
    select i, printf('%0200d', i) from n`
  const outcomes = await Promise.allSettled([
    db.run(put, ['before', 1]),
    tooMuch.execute(db.query),
    db.run(put, ['after', 1]),
    db.query.transaction().execute((tx) => tx.deleteFrom('guess').execute()),
  ])
  const reasons = outcomes.map((it) => it.status === 'rejected' && it.reason)
  assert.ok(reasons.every((reason) => reason instanceof DatabaseUnavailable))
  await db.run(put, ['later', 1])
  assert.ok((await keys(db)).includes('later'))
})

test('a transaction whose thread has died fails, and does not go on in the next thread', async (t) => {
  const { db } = await opened(t)
  const failing = db.query.transaction().execute(async (tx) => {
    await tx.insertInto('guess').values({ key: 'lost', full_at: 1 }).execute()
    const tooMuch = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 10000000)
      select i, printf('%0200d', i) from n`
    await assert.rejects(tooMuch.execute(tx), DatabaseUnavailable)
    await tx.insertInto('guess').values({ key: 'more', full_at: 1 }).execute()
  })
  await assert.rejects(failing)
  await db.run(put, ['later', 1])
  assert.deepEqual(await keys(db), ['later'])
})

test('whoever waits for another process is told in time, and is served once it has left', async (t) => {
  const { db, file } = await opened(t, { patienceMs: 400 })
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  await assert.rejects(db.run(put, ['a', 1]), DatabaseUnavailable)
  await assert.rejects(
    db.query.transaction().execute((tx) => tx.deleteFrom('guess').execute()),
    DatabaseUnavailable,
  )
  assert.deepEqual(await keys(db), [])
  const patient = db.patient
    .transaction()
    .execute((tx) => tx.insertInto('guess').values({ key: 'b', full_at: 1 }).execute())
  await sleep(1000)
  other.exec('rollback')
  other.close()
  await patient
  await db.run(put, ['c', 1])
  assert.deepEqual(await keys(db), ['b', 'c'])
})

test('a transaction that lies idle is rolled back, so that others get on', async (t) => {
  const { db } = await opened(t, { patienceMs: 300 })
  const idle = db.query.transaction().execute(async (tx) => {
    await tx.insertInto('guess').values({ key: 'idle', full_at: 1 }).execute()
    await sleep(800)
    await tx.insertInto('guess').values({ key: 'late', full_at: 1 }).execute()
  })
  const next = sleep(100).then(() => db.run(put, ['next', 1]))
  await assert.rejects(idle, DatabaseUnavailable)
  await next
  assert.deepEqual(await keys(db), ['next'])
})

test('a write that waits for itself is told so', async (t) => {
  const { db } = await opened(t, { patienceMs: 300 })
  const stuck = db.query.transaction().execute(async (tx) => {
    const written = db.run(put, ['inside', 1])
    for (let i = 0; i < 20; i++) {
      await sleep(100)
      await tx.selectFrom('guess').select('key').execute()
    }
    await written
  })
  await assert.rejects(stuck, /a transaction is open/)
  assert.deepEqual(await keys(db), [])
})

test('a value that SQLite has no type for is refused at once', async (t) => {
  const { db } = await opened(t)
  for (const value of [undefined, true, new Date(), {}, () => 1]) {
    await assert.rejects(sql`select ${value}`.execute(db.query), TypeError)
  }
  await assert.rejects(db.run(put, [undefined as unknown as string, 1]), /cannot be bound|not a/)
})

test('many texts do not pile up as prepared statements', async (t) => {
  const { db } = await opened(t)
  for (let length = 1; length < 600; length++) {
    const list = Array.from({ length }, (_, i) => `key ${i}`)
    await db.query.selectFrom('guess').select('key').where('key', 'in', list).execute()
    await db.query.deleteFrom('guess').where('key', 'in', list).execute()
  }
})

async function keys(db: Database): Promise<string[]> {
  const rows = await db.query.selectFrom('guess').select('key').orderBy('key').execute()
  return rows.map(({ key }) => key)
}

async function opened(t: TestContext, options?: SqliteOptions): Promise<{ db: Database; file: string }> {
  const database = await databases.sqlite()
  const file = database.url.replace('sqlite:', '')
  const db = await openSqlite(file, options)
  t.after(async () => {
    await db.close()
    await database.drop()
  })
  await migrate(db)
  return { db, file }
}
