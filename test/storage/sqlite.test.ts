// The responsibilities of the embedded database only: its thread, its file, other processes.
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { mkdtemp, open as openFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { DatabaseUnavailable } from '../../src/model/errors/database-unavailable.ts'
import { type Database, reads, writes } from '../../src/storage/engine/database.ts'
import { profilesByUsernames } from '../../src/storage/game/profiles.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { openSqlite, type SqliteOptions } from '../../src/storage/sqlite/open.ts'
import { databases } from '../databases.ts'
import { until } from '../until.ts'

const put = writes('put_guess', 'insert into guess (key, full_at) values ($1, $2)')
const get = reads<{ key: string }>('get_guess', 'select key from guess where key = $1')

test('the file and its folder are accessible only to their owner', async (t) => {
  const { file } = await opened(t)
  const modes = await Promise.all(
    [dirname(file), file, `${file}-wal`].map(async (path) => ((await stat(path)).mode & 0o777).toString(8)),
  )
  assert.deepEqual(modes, ['700', '600', '600'])
})

test('a commit waits for the disk, and references are checked', async (t) => {
  const { db } = await opened(t)
  const { rows } =
    await sql`select * from pragma_journal_mode, pragma_synchronous, pragma_foreign_keys`.execute(db.query)
  assert.deepEqual(rows, [{ journal_mode: 'wal', synchronous: 2, foreign_keys: 1 }])
})

test('each of many names is looked up in its index, however many accounts there are', async (t) => {
  const { db } = await opened(t)
  const texts: string[] = []
  const run = <Row>({ text }: { text: string }): Promise<Row[]> => {
    texts.push(text.replace('each_of($1)', "json_each('[]')"))
    return Promise.resolve([])
  }
  await profilesByUsernames({ query: db.query, dialect: db.dialect, run }, ['steve', 'alex'])
  const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(texts.join())}`.execute(
    db.query,
  )
  assert.deepEqual(
    rows.map(({ detail }) => detail.replace(/ VIRTUAL TABLE.*/, '')),
    ['SCAN asked', 'SEARCH account USING INDEX sqlite_autoindex_account_2 (username_folded=?)'],
  )
})

test('on a full disk, small writes that fit are kept, and the others fail', async (t) => {
  const { db } = await opened(t)
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db.query)
  await sql.raw(`pragma max_page_count = ${Number(rows[0]?.page_count) + 50}`).execute(db.query)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, (_, i) => db.run(put, [`${i} `.padEnd(i % 10 === 0 ? 300_000 : 10, 'x'), i])),
  )
  const refused = outcomes.filter((it) => it.status === 'rejected')
  assert.ok(refused.length >= 10)
  assert.ok(refused.every(({ reason }) => reason instanceof DatabaseUnavailable))
  assert.equal((await keys(db)).length, 100 - refused.length)
  await sql`pragma max_page_count = 1000000`.execute(db.query)
  await db.run(put, ['again', 1])
})

test('no request hangs if the writer thread dies, and the next write starts another one', async (t) => {
  const kill = killer(t)
  const { db } = await opened(t)
  const writes = Array.from({ length: 1000 }, (_, i) => db.run(put, [`key ${i}`, 1]))
  const transaction = db.transaction((tx) => tx.query.deleteFrom('guess').execute())
  await nextTurn()
  const outcomes = await Promise.allSettled([...writes, transaction, kill()])
  const refused = outcomes.filter((it) => it.status === 'rejected')
  assert.ok(refused.length > 0)
  assert.ok(refused.every(({ reason }) => reason instanceof DatabaseUnavailable))
  await db.run(put, ['later', 1])
  assert.ok((await keys(db)).includes('later'))
})

test('a transaction whose thread has died fails, and does not continue in the next thread', async (t) => {
  const kill = killer(t)
  const { db } = await opened(t)
  const failing = db.transaction(async (tx) => {
    await tx.query.insertInto('guess').values({ key: 'lost', full_at: 1 }).execute()
    await kill()
    await tx.query.insertInto('guess').values({ key: 'more', full_at: 1 }).execute()
  })
  await assert.rejects(failing, DatabaseUnavailable)
  await db.run(put, ['later', 1])
  assert.deepEqual(await keys(db), ['later'])
})

test('a request that waits for another process fails in time, and succeeds once that has ended', async (t) => {
  const { db, file } = await opened(t, { timeoutMs: 400 })
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  await assert.rejects(db.run(put, ['a', 1]), DatabaseUnavailable)
  await assert.rejects(
    db.transaction((tx) => tx.query.deleteFrom('guess').execute()),
    DatabaseUnavailable,
  )
  assert.deepEqual(await keys(db), [])
  const patient = db.unbounded.transaction((tx) =>
    tx.query.insertInto('guess').values({ key: 'b', full_at: 1 }).execute(),
  )
  // It has waited for at least as long as this one, which came later.
  await assert.rejects(db.run(put, ['d', 1]), DatabaseUnavailable)
  other.exec('rollback')
  other.close()
  await patient
  await db.run(put, ['c', 1])
  assert.deepEqual(await keys(db), ['b', 'c'])
})

test('a write that arrives late does not time out with those that came before it', async (t) => {
  const { db } = await opened(t, { timeoutMs: 2000 })
  let now = performance.now()
  t.mock.method(performance, 'now', () => now)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  /** Lets the time pass once what was asked before is in line. */
  const pass = async (ms: number) => {
    for (let turn = 0; turn < 5; turn++) await nextTurn()
    now += ms
    t.mock.timers.tick(ms)
  }
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const transaction = db.unbounded.transaction(async () => {
    begun.resolve()
    await mayEnd.promise
  })
  await begun.promise
  const early = assert.rejects(db.run(put, ['early', 0]), DatabaseUnavailable)
  await pass(1100)
  const late = db.run(put, ['late', 0])
  await pass(950)
  await early
  mayEnd.resolve()
  await Promise.all([late, transaction])
  assert.equal((await db.run(get, ['late'])).length, 1)
})

test('the time that the thread takes to load counts for no write', async (t) => {
  const { db, file } = await opened(t)
  // With a log next to the file, the thread starts with the first write.
  const later = await openSqlite(file)
  t.after(() => later.close())
  assert.deepEqual(await keys(db), [])
  const calls = t.mock.method(Worker.prototype, 'postMessage').mock
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const written = later.run(put, ['first', 1])
  while (calls.callCount() === 0) await nextTurn()
  t.mock.timers.tick(60_000)
  // It runs, and has loaded nothing yet.
  await once(calls.calls[0]?.this as Worker, 'online')
  t.mock.timers.tick(60_000)
  await written
})

test('another process that writes all the time starves nobody', async (t) => {
  const { db, file } = await opened(t)
  const program = `
    const { openSqlite } = await import(${at('../../src/storage/sqlite/open.ts')})
    const db = await openSqlite(${JSON.stringify(file)})
    for (let n = 0; ; n++) {
      const rows = Array.from({ length: 500 }, (_, i) => ({ key: 'other ' + n + ' ' + i, full_at: 1 }))
      await db.transaction(async (tx) => {
        for (let i = 0; i < 4; i++) {
          await tx.query.insertInto('guess').values(rows.map((row) => ({ ...row, key: i + row.key }))).execute()
        }
      })
    }`
  const other = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'inherit'] })
  t.after(() => other.kill())
  await until('the other one writes', async () => (await db.run(get, ['0other 0 0'])).length > 0)
  // Each that waits for five seconds fails.
  for (let written = 0; written < 20; written++) await db.run(put, [`own ${written}`, 1])
  const ended = once(other, 'exit')
  other.kill('SIGKILL')
  assert.deepEqual(await ended, [null, 'SIGKILL'], 'it was writing until now')
})

test('a process that has written and is idle exits, even without closing', async (t) => {
  const { db, file } = await opened(t)
  const program = `
    const { openSqlite } = await import(${at('../../src/storage/sqlite/open.ts')})
    const db = await openSqlite(${JSON.stringify(file)})
    await db.query.insertInto('guess').values({ key: 'last', full_at: 1 }).execute()`
  const other = spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 60_000,
  })
  assert.deepEqual(await once(other, 'exit'), [0, null])
  assert.deepEqual(await keys(db), ['last'])
})

test('a write that changes many pages puts no copy of them into the folder for temporary files', async (t) => {
  const { db, file } = await opened(t)
  const temporary = await mkdtemp(join(dirname(file), 'temporary-'))
  const made: (string | null)[] = []
  const watching = watch(temporary, (_event, name) => made.push(name))
  t.after(() => watching.close())
  const program = `
    import(${at('../../src/storage/sqlite/open.ts')}).then(async ({ openSqlite }) => {
      const db = await openSqlite(${JSON.stringify(file)})
      const rows = Array.from({ length: 10_000 }, () => ({ key: crypto.randomUUID(), full_at: 1 }))
      await db.query.insertInto('guess').values(rows.slice(0, 9000)).execute()
      await db.query.insertInto('guess').values(rows.slice(9000)).execute()
    })`
  const other = spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SQLITE_TMPDIR: temporary },
    timeout: 60_000,
  })
  assert.deepEqual(await once(other, 'exit'), [0, null])
  assert.equal((await keys(db)).length, 10_000)
  // Events arrive in order, so all of the other process have arrived by then.
  await writeFile(join(temporary, 'last'), '')
  while (!made.includes('last')) await nextTurn()
  assert.deepEqual(new Set(made), new Set(['last']))
})

test('a thread that answers too late leaves nothing behind', async (t) => {
  const { db, file } = await opened(t, { timeoutMs: 2000 })
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  // Each waits a second in the thread, so that the last ones are abandoned before it is their turn.
  const outcomes = await Promise.allSettled(
    Array.from({ length: 4 }, async (_, i) => {
      for (let turn = 0; turn < i; turn++) await nextTurn()
      if (i % 2) return db.run(put, [`${i}`, 1])
      return db.transaction((tx) =>
        tx.query
          .insertInto('guess')
          .values({ key: `${i}`, full_at: 1 })
          .execute(),
      )
    }),
  )
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    Array.from({ length: 4 }, () => 'rejected'),
  )
  other.exec('rollback')
  other.close()
  await db.run(put, ['later', 1])
  assert.deepEqual(await keys(db), ['later'])
})

test('an idle transaction is rolled back, so that others can continue', {
  timeout: 120_000,
}, async (t) => {
  const { db } = await opened(t, { timeoutMs: 1000 })
  const outside = AsyncLocalStorage.snapshot()
  let next: Promise<unknown> | undefined
  const idle = db.transaction(async (tx) => {
    await tx.query.insertInto('guess').values({ key: 'idle', full_at: 1 }).execute()
    // Waits for the other one, which has a longer limit, to end.
    next = outside(() => db.unbounded.query.insertInto('guess').values({ key: 'next', full_at: 1 }).execute())
    await next
    await tx.query.insertInto('guess').values({ key: 'late', full_at: 1 }).execute()
  })
  await assert.rejects(idle, DatabaseUnavailable)
  await next
  assert.deepEqual(await keys(db), ['next'])
})

for (const [damaged, from] of [
  ['all but the first page', 4096],
  ['the whole file', 0],
] as const) {
  test(`if ${damaged} is damaged, every request fails with that reason, and the process keeps running`, async (t) => {
    const { db, file } = await opened(t)
    await Promise.all(Array.from({ length: 1000 }, (_, i) => db.run(put, [`key ${i}`, i])))
    await db.close()
    const again = await openSqlite(file)
    t.after(() => again.close())
    const handle = await openFile(file, 'r+')
    const { size } = await handle.stat()
    await handle.write(Buffer.alloc(size - from, 0xa5), 0, size - from, from)
    await handle.close()
    for (const atOnce of [10, 1, 10]) {
      const asked = Array.from({ length: atOnce }, () => keys(again))
      for (const outcome of await Promise.allSettled(asked))
        assert.ok(outcome.status === 'rejected' && outcome.reason instanceof DatabaseUnavailable)
    }
  })
}

for (const ending of ['', '-wal', '-shm']) {
  test(`nothing is written if norn.sqlite${ending} is no longer the file that is open`, async (t) => {
    const kill = killer(t)
    const { db, file } = await opened(t)
    await db.run(put, ['before', 1])
    const [path, aside] = [`${file}${ending}`, `${file}.aside`]
    await rename(path, aside)
    const writes = [
      () => db.run(put, ['lost', 1]),
      () =>
        db.transaction((tx) => tx.query.insertInto('guess').values({ key: 'lost', full_at: 1 }).execute()),
    ]
    const areRefused = async () => {
      for (const write of writes)
        await assert.rejects(write, (error) => {
          assert.ok(error instanceof DatabaseUnavailable)
          return error.message.startsWith(`${path} was `)
        })
    }
    await areRefused()
    await writeFile(path, '')
    await areRefused()
    // The next thread does not adopt the file that is there now.
    await kill()
    await areRefused()
    assert.equal((await stat(path)).size, 0)
    await rename(aside, path)
    await db.run(put, ['after', 1])
    assert.deepEqual(await keys(db), ['after', 'before'])
  })
}

test('the thread starts with the first write, and adopts no file that was put in place of an open one', async (t) => {
  const calls = t.mock.method(Worker.prototype, 'postMessage').mock
  const { db, file } = await opened(t)
  await db.run(put, ['before', 1])
  await db.close()
  calls.resetCalls()

  const reading = await openSqlite(file)
  assert.deepEqual(await keys(reading), ['before'])
  await reading.close()
  assert.equal(calls.callCount(), 0)
  await assert.rejects(stat(`${file}-wal`), { code: 'ENOENT' })

  const again = await openSqlite(file)
  t.after(() => again.close())
  await rename(`${file}-wal`, `${file}.aside`)
  await writeFile(`${file}-wal`, '')
  await assert.rejects(again.run(put, ['lost', 1]), DatabaseUnavailable)
  await rename(`${file}.aside`, `${file}-wal`)
  await again.run(put, ['first', 1])
  assert.deepEqual(await keys(again), ['before', 'first'])
})

test('a value without an SQLite type is refused immediately', async (t) => {
  const { db } = await opened(t)
  for (const value of [undefined, true, new Date(), {}]) {
    await assert.rejects(sql`select ${value}`.execute(db.query), TypeError)
  }
})

test('many texts do not accumulate as prepared statements', async (t) => {
  const { db } = await opened(t)
  for (let length = 1; length < 600; length++) {
    const list = Array.from({ length }, (_, i) => `key ${i}`)
    await db.query.selectFrom('guess').select('key').where('key', 'in', list).execute()
    await db.query.deleteFrom('guess').where('key', 'in', list).execute()
  }
})

/** Ends the thread that was used last. */
function killer(t: TestContext): () => Promise<unknown> {
  const { mock } = t.mock.method(Worker.prototype, 'postMessage')
  return async () => (mock.calls.at(-1)?.this as Worker | undefined)?.terminate()
}

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

function at(path: string): string {
  return JSON.stringify(new URL(path, import.meta.url).href)
}
