// Hot writes on PostgreSQL share commits, but neither failures nor locks.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { DatabaseUnavailable } from '../../src/model/errors/database-unavailable.ts'
import { writes, writesTogether } from '../../src/storage/engine/database.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { startPostgres } from '../postgres.ts'
import { lockWaits } from './lock-waits.ts'
import { onPostgres } from './on-postgres.ts'

const put = writesTogether<{ key: string; full_at: number }>(
  'put_guess_together',
  1,
  `insert into guess (key, full_at) values ($1, cast($2 as bigint))
   on conflict (key) do update set full_at = excluded.full_at returning key, full_at`,
)
const take = writesTogether<{ full_at: number }>(
  'take_guess_together',
  1,
  'delete from guess where key = $1 returning full_at',
)
const lock = writes('lock_guess', 'update guess set full_at = 0 where key = $1')

const names = (count: number) => Array.from({ length: count }, (_, n) => `"${n}", \\ {}`)

test('writes of one turn of the event loop share a commit, and each gets its own rows', async (t) => {
  const { db } = await onPostgres(t)
  const keys = names(70)
  const written = await Promise.all(keys.map((key, n) => db.run(put, [key, n])))
  assert.deepEqual(
    written,
    keys.map((key, n) => [{ key, full_at: n }]),
  )
  const { rows } = await sql<{ count: number }>`select count(*) from guess group by xmin order by 1`.execute(
    db.query,
  )
  // No commit has more than 32.
  assert.deepEqual(
    rows.map(({ count }) => count),
    [6, 32, 32],
  )
  const taken = await Promise.all([...keys, 'nobody', ...keys].map((key) => db.run(take, [key])))
  assert.deepEqual(taken[70], [])
  // Of the two that ask for a row, exactly one gets it.
  for (const [n] of keys.entries()) assert.deepEqual([taken[n], taken[n + 71]].flat(), [{ full_at: n }])
})

test('writes that share a commit are carried out in the order of their keys', async (t) => {
  const { db } = await onPostgres(t)
  const keys = ['c', 'a', 'd', 'b']
  await Promise.all(keys.map((key) => db.run(put, [key, 1])))
  const { rows } = await sql<{ key: string }>`select key from guess order by ctid`.execute(db.query)
  assert.deepEqual(
    rows.map(({ key }) => key),
    keys.toSorted(),
  )
})

test('a write that fails is the only one of its commit to fail', async (t) => {
  const { db } = await onPostgres(t)
  const values = [1, 2, 'not a number', 4, 'neither']
  const outcomes = await Promise.allSettled(values.map((value, n) => db.run(put, [`key ${n}`, value])))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'rejected'],
  )
  const stored = await db.query.selectFrom('guess').select('full_at').orderBy('key').execute()
  assert.deepEqual(
    stored.map(({ full_at }) => full_at),
    [1, 2, 4],
  )
  // Nor does it end what the next ones share.
  await Promise.all(names(10).map((key) => db.run(put, [key, 10])))
  const { rows } = await sql`select from guess where full_at = 10 group by xmin`.execute(db.query)
  assert.equal(rows.length, 1)
})

for (const through of ['nothing', 'a pooler that drops the settings of a session'])
  test(`through ${through}, a locked row delays only the write that needs it`, async (t) => {
    const { db: direct, url } = await onPostgres(t)
    await using db = await openPostgres(through === 'nothing' ? url : await droppingLimits(t, url))
    await db.run(put, ['locked', 1])
    const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const locking = direct.unbounded.transaction(async (tx) => {
      await tx.run(lock, ['locked'])
      locked.resolve()
      await done.promise
    })
    await locked.promise
    const late = db.run(put, ['locked', 2])
    const others = Promise.all(names(20).map((key) => db.run(put, [key, 1])))
    try {
      const first = await Promise.race([late.then(() => 'the locked row'), others.then(() => 'the others')])
      assert.equal(first, 'the others')
      while ((await lockWaits(direct)) === 0);
    } finally {
      done.resolve()
      await locking
    }
    assert.deepEqual(await late, [{ key: 'locked', full_at: 2 }])
  })

test('of 2,001 writes at once, the last is refused, and then there is room again', async (t) => {
  const { db } = await onPostgres(t)
  const keys = names(2001)
  for (let round = 0; round < 2; round++) {
    const outcomes = await Promise.allSettled(keys.map((key) => db.run(put, [key, round])))
    const tooMany = outcomes.flatMap((outcome, n) =>
      // A busy machine may refuse others because they have waited for two seconds.
      outcome.status === 'rejected' && outcome.reason.message === 'too many writes are in progress'
        ? [[n, outcome.reason instanceof DatabaseUnavailable]]
        : [],
    )
    assert.deepEqual(tooMany, [[2000, true]])
  }
})

test('commits that need the same rows in opposite orders all succeed', { timeout: 60_000 }, async (t) => {
  const { db, url } = await onPostgres(t)
  await using other = await openPostgres(url)
  const keys = names(32)
  await Promise.all(keys.map((key) => db.run(put, [key, 0])))
  for (let round = 0; round < 20; round++) {
    await Promise.all([
      ...keys.map((key) => db.run(put, [key, round])),
      ...keys.toReversed().map((key) => other.run(put, [key, round])),
    ])
  }
})

test('a change of the table by another process causes no error', async (t) => {
  const { db } = await onPostgres(t)
  const all = writesTogether('update_guesses', 1, 'update guess set full_at = 2 where key = $1 returning *')
  await db.run(put, ['x', 1])
  const ask = () => Promise.all([1, 2, 3].map(() => db.run(all, ['x'])))
  await ask()
  await sql`alter table guess add column added text`.execute(db.unbounded.query)
  for (let round = 0; round < 3; round++)
    for (const rows of await ask()) assert.deepEqual(rows, [{ key: 'x', full_at: 2, added: null }])
})

test('a write whose commit fails is not answered as done', async (t) => {
  const { db } = await onPostgres(t)
  await sql`create function refuse() returns trigger language plpgsql as
    $$begin if new.key = 'refused' then raise 'refused at the end'; end if; return null; end$$`.execute(
    db.query,
  )
  await sql`create constraint trigger refuse after insert on guess deferrable initially deferred
    for each row execute function refuse()`.execute(db.query)
  const outcomes = await Promise.allSettled(['before', 'refused', 'then'].map((key) => db.run(put, [key, 1])))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  const stored = await db.query.selectFrom('guess').select('key').orderBy('key').execute()
  assert.deepEqual(
    stored.map(({ key }) => key),
    ['before', 'then'],
  )
})

test('everything answered before the server is killed is there afterwards', async (t) => {
  const server = await startPostgres({ fsync: 'on' })
  const db = await openPostgres(server.url)
  t.after(async () => {
    await db.close()
    await server.stop()
  })
  await migrate(db)
  const answered: string[] = []
  const failed: unknown[] = []
  const write = async (writer: number) => {
    for (let n = 0; failed.length === 0; n++) {
      const key = `${writer} ${n}`
      await db.run(put, [key, n]).then(
        () => answered.push(key),
        (error) => failed.push(error),
      )
    }
  }
  const writers = Promise.all(Array.from({ length: 40 }, (_, writer) => write(writer)))
  while (answered.length < 2000) await new Promise(setImmediate)
  await server.kill('SIGKILL')
  await writers
  assert.ok(failed.every((error) => error instanceof DatabaseUnavailable))
  await server.restart()
  const stored = new Set((await db.query.selectFrom('guess').select('key').execute()).map(({ key }) => key))
  assert.deepEqual(
    answered.filter((key) => !stored.has(key)),
    [],
  )
})

test('writes that wait for a silent server fail in time', { timeout: 60_000 }, async (t) => {
  const server = await startPostgres()
  const db = await openPostgres(server.url, { connectTimeoutMs: 3000, statementTimeoutMs: 2000 })
  t.after(async () => {
    await db.close()
    await server.stop()
  })
  await migrate(db)
  await Promise.all(names(64).map((key) => db.run(put, [key, 0])))
  server.freeze()
  const began = performance.now()
  const outcomes = await Promise.allSettled(names(640).map((key) => db.run(put, [key, 1])))
  const tookMs = performance.now() - began
  server.thaw()
  for (const outcome of outcomes) {
    assert.ok(outcome.status === 'rejected')
    assert.ok(outcome.reason instanceof DatabaseUnavailable)
  }
  // Three seconds for those that were sent. Each further connection would take three more.
  assert.ok(tookMs < 10_000, `${tookMs} ms`)
  assert.deepEqual(await db.run(put, ['later', 1]), [{ key: 'later', full_at: 1 }])
})

/** Forwards bytes, but in the first of a connection, the limit for locks is a setting that the server does not know. */
async function droppingLimits(t: TestContext, url: string): Promise<string> {
  const server = createServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1')
    near.once('data', (sent) => {
      far.write(sent.toString('latin1').replace('lock_timeout\0', 'norn.timeout\0'), 'latin1')
      near.pipe(far).pipe(near)
    })
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const)
      end.on('error', () => undefined).on('close', () => other.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const through = new URL(url)
  through.port = String((server.address() as AddressInfo).port)
  return through.href
}
