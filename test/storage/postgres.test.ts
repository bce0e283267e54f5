// Events that only a database server has: restart, silence, slowness.
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { connect, createServer, Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { DatabaseUnavailable } from '../../src/model/errors/database-unavailable.ts'
import {
  type Database,
  reads,
  readsTogether,
  UniqueViolation,
  writes,
} from '../../src/storage/engine/database.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { databases } from '../databases.ts'
import { startPostgres } from '../postgres.ts'
import { type Counted, startCounter } from './counter.ts'
import { onPostgres } from './on-postgres.ts'

const put = writes('put_guess', 'insert into guess (key, full_at) values ($1, $2)')
const get = reads<{ key: string }>('get_guess', 'select key from guess where key = $1')
const later = readsTogether<{ key: string; full_at: number }>(
  'later_guess',
  ['text', 'bigint'],
  'select key, full_at from guess where key = $1 and full_at >= $2',
)

interface Writing extends Socket {
  _writev(this: Socket, ...given: unknown[]): void
}

test('the reads of one turn of the event loop are sent with one system call', async (t) => {
  const { db, counter } = await counted(t)
  const keys = Array.from({ length: 20 }, (_, index) => `key ${index}`)
  for (const key of keys) await db.run(put, [key, 1])
  await db.run(get, ['key 0'])
  counter.take()
  const sent = t.mock.method(Socket.prototype as Writing, '_writev')
  const rows = await Promise.all(keys.map((key) => db.run(get, [key])))
  // No other connection of this process has its port.
  const port = Number(new URL(counter.url).port)
  const ours = sent.mock.calls.filter((call) => (call.this as Socket).remotePort === port)
  assert.equal(ours.length, 1)
  assert.deepEqual(
    rows,
    keys.map((key) => [{ key }]),
  )
  assert.equal(counter.take()['S'], keys.length)
})

test('reads of one turn with the same statement are one statement, and each gets its own rows', async (t) => {
  const { db, counter } = await counted(t)
  const keys = Array.from({ length: 100 }, (_, index) => `"${index}", \\ {}`)
  for (const [at, key] of keys.entries()) await db.run(put, [key, at])
  const asked = [...keys, '', 'NULL', ...keys.slice(0, 20), 'not \0 storable']
  await db.run(later, ['nobody', 0])
  counter.take()
  const found = await Promise.all(asked.map((key) => db.run(later, [key, 10])))
  // No statement answers more than 64 reads.
  assert.equal(counter.take()['S'], 2)
  assert.deepEqual(
    found,
    asked.map((key) => (keys.indexOf(key) < 10 ? [] : [{ key, full_at: keys.indexOf(key) }])),
  )
})

test('reads of one turn that fail are all told, and later ones work', { timeout: 30_000 }, async (t) => {
  const { db } = await onPostgres(t, { statementTimeoutMs: 1000 })
  await sql`alter table guess rename to away`.execute(db.query)
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((key) => db.run(later, [key, 0])))
  assert.ok(outcomes.every(({ status }) => status === 'rejected'))
  await sql`alter table away rename to guess`.execute(db.query)
  assert.deepEqual(await Promise.all(['a', 'b'].map((key) => db.run(later, [key, 0]))), [[], []])
})

for (const signal of ['SIGINT', 'SIGKILL'] as const) {
  test(`works again after the server was ended by ${signal} and restarted`, async (t) => {
    const server = await startPostgres()
    t.after(() => server.stop())
    const db = await openPostgres(server.url)
    t.after(() => db.close())
    await migrate(db)
    await Promise.all(Array.from({ length: 20 }, (_, i) => db.run(put, [`before ${i}`, 1])))
    const inside = db.transaction(async (tx) => {
      await tx.query.insertInto('guess').values({ key: 'inside', full_at: 1 }).execute()
      await server.kill(signal)
      await tx.query.insertInto('guess').values({ key: 'inside too', full_at: 1 }).execute()
    })
    await assert.rejects(inside, DatabaseUnavailable)
    await assert.rejects(db.run(get, ['before 1']), DatabaseUnavailable)
    await assert.rejects(db.query.selectFrom('guess').selectAll().execute(), DatabaseUnavailable)
    await server.restart()
    assert.deepEqual(await db.run(get, ['before 1']), [{ key: 'before 1' }])
    await db.run(put, ['after', 1])
    assert.deepEqual(await db.run(get, ['inside']), [])
  })
}

test('a slow statement ends in time, unless it is unbounded', async (t) => {
  const { db } = await onPostgres(t, { statementTimeoutMs: 1000 })
  await assert.rejects(sql`select pg_sleep(60)`.execute(db.query), DatabaseUnavailable)
  await sql`select pg_sleep(1.5)`.execute(db.unbounded.query)
})

test('waiting for a lock ends in time', async (t) => {
  const { db } = await onPostgres(t, { statementTimeoutMs: 1000 })
  const [locked, refused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const locking = db.unbounded.transaction(async (tx) => {
    await tx.query.insertInto('guess').values({ key: 'contended', full_at: 1 }).execute()
    locked.resolve()
    await refused.promise
  })
  await locked.promise
  await assert.rejects(db.run(put, ['contended', 1]), DatabaseUnavailable)
  refused.resolve()
  await locking
  await assert.rejects(db.run(put, ['contended', 1]), UniqueViolation)
})

test('an idle transaction is rolled back, so that others can continue', {
  timeout: 120_000,
}, async (t) => {
  const { db } = await onPostgres(t, { statementTimeoutMs: 1000 })
  const outside = AsyncLocalStorage.snapshot()
  let next: Promise<unknown> | undefined
  const idle = db.transaction(async (tx) => {
    await tx.query.insertInto('guess').values({ key: 'idle', full_at: 1 }).execute()
    // Waits for the other one, which has a longer limit, to end.
    next = outside(() => db.unbounded.query.insertInto('guess').values({ key: 'idle', full_at: 2 }).execute())
    await next
    await tx.query.insertInto('guess').values({ key: 'late', full_at: 1 }).execute()
  })
  await assert.rejects(idle, DatabaseUnavailable)
  await next
})

test('a request that finds no free connection fails in time', async (t) => {
  const { db } = await onPostgres(t, {
    connections: 2,
    connectTimeoutMs: 2000,
    statementTimeoutMs: 30_000,
  })
  const [bothKept, refused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let kept = 0
  const keeping = [1, 2].map((n) =>
    db.transaction(async (tx) => {
      await tx.run(put, [`${n}`, 1])
      if (++kept === 2) bothKept.resolve()
      await refused.promise
    }),
  )
  await bothKept.promise
  await assert.rejects(db.run(put, ['x', 1]), DatabaseUnavailable)
  assert.deepEqual(await db.run(get, ['x']), [], 'reads have a connection of their own')
  refused.resolve()
  await Promise.all(keeping)
  await db.run(put, ['x', 1])
})

test('a connection that has fallen silent is abandoned and not reused', async (t) => {
  const { db: direct, url } = await onPostgres(t)
  const relay = await startRelay(t, Number(new URL(url).port))
  const through = new URL(url)
  through.port = String(relay.port)
  const db = await openPostgres(through.href, {
    connections: 1,
    statementTimeoutMs: 3000,
    connectTimeoutMs: 10_000,
  })
  t.after(() => db.close())
  await db.run(get, ['x'])
  relay.silence()
  await assert.rejects(db.run(get, ['x']), DatabaseUnavailable)
  assert.deepEqual(await db.run(get, ['x']), [])
  relay.silence()
  const inside = db.transaction((tx) => tx.query.deleteFrom('guess').execute())
  const began = performance.now()
  await assert.rejects(inside, DatabaseUnavailable)
  // Four seconds are for the statement; the rollback would wait four more.
  assert.ok(performance.now() - began < 7900, 'a rollback does not wait for the silent server again')
  await db.run(put, ['y', 1])
  assert.deepEqual(await direct.run(get, ['y']), [{ key: 'y' }])
})

test('each of many concurrent reads is answered or fails by itself', async (t) => {
  const { db } = await onPostgres(t)
  const divide = reads<{ whole: number }>('divide', 'select cast($1 as bigint) / cast($2 as bigint) as whole')
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, (_, i) => db.run(divide, [100 * i, i % 5])),
  )
  for (const [i, answer] of answers.entries()) {
    if (i % 5 === 0) assert.equal(answer.status, 'rejected')
    else assert.deepEqual(answer, { status: 'fulfilled', value: [{ whole: ((100 * i) / (i % 5)) | 0 }] })
  }
})

test('a taken key does not cost a connection', async (t) => {
  const { db } = await onPostgres(t, { connections: 1 })
  const pid = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db.query)).rows[0]?.pid
  await db.run(put, ['x', 1])
  const before = await pid()
  await assert.rejects(db.run(put, ['x', 1]), UniqueViolation)
  assert.equal(await pid(), before)
})

test('a migration by another process invalidates prepared statements, without an error', async (t) => {
  const { db } = await onPostgres(t, { connections: 2 })
  const all = reads<{ key: string }>('all_guesses', 'select * from guess where key = $1')
  const ask = () => Promise.all([1, 2, 3].map(() => db.run(all, ['x'])))
  await db.run(put, ['x', 1])
  await ask()
  await sql`alter table guess add column added text`.execute(db.unbounded.query)
  for (const rows of await ask()) assert.deepEqual(rows, [{ key: 'x', full_at: 1, added: null }])
})

test('fifty reads whose plan a migration has made invalid open one new connection', async (t) => {
  const { db, counter } = await counted(t)
  const all = reads<{ key: string }>('all_guesses', 'select * from guess where key = $1')
  const ask = () => Promise.all(Array.from({ length: 50 }, () => db.run(all, ['x'])))
  await ask()
  await sql`alter table guess add column added text`.execute(db.query)
  counter.take()
  await ask()
  assert.equal(counter.take()['startup'], 1)
})

test('a read-only server is unavailable for writing', async (t) => {
  const { db, url } = await onPostgres(t)
  await db.run(put, ['x', 1])
  const standby = await openPostgres(`${url}?options=-c%20default_transaction_read_only%3Don`)
  t.after(() => standby.close())
  assert.deepEqual(await standby.run(get, ['x']), [{ key: 'x' }])
  await assert.rejects(standby.run(put, ['y', 1]), DatabaseUnavailable)
})

/** Forwards bytes to a port until the current connections are silenced. */
async function startRelay(t: TestContext, target: number): Promise<{ port: number; silence(): void }> {
  const ends = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    near.pipe(far).pipe(near)
    for (const end of [near, far]) ends.add(end.on('error', () => undefined))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    for (const end of ends) end.destroy()
  })
  const address = server.address()
  assert.ok(typeof address === 'object' && address)
  return {
    port: address.port,
    silence: () => {
      for (const end of ends) end.unpipe().pause()
    },
  }
}

/** A database whose requests are counted on the wire. */
async function counted(t: TestContext): Promise<{ db: Database; counter: Counted }> {
  const database = await databases.postgres()
  const counter = await startCounter(t, database.url)
  const db = await openPostgres(counter.url)
  t.after(async () => {
    await db.close()
    await database.drop()
  })
  await migrate(db)
  return { db, counter }
}
