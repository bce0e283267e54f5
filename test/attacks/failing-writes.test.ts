import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { type Installation, install, type Serving } from '../cli/norn.ts'
import { migrated } from '../databases.ts'
import { makePlayers } from '../faults/players.ts'
import { until } from '../until.ts'

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

const readiness = async (service: Serving) => {
  const answer = await fetch(`${service.operators}/readyz`)
  return [answer.status, (await answer.json()) as { status: string; why?: string }] as const
}

const signIn = (service: Serving) =>
  fetch(`${service.baseUrl}/auth/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'Player0', password: 'password 0', clientToken: 'c' }),
  })

const failuresIn = (service: Serving) =>
  service
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"the database failed"'))
    .map((line) => JSON.parse(line).cause as string)

test('on SQLite a database that rejects writes is not ready, and the log says why', async (t) => {
  await makePlayers(`sqlite:${norn.database}`, 1)
  const service = await norn.serve()
  t.after(() => service.kill('SIGKILL'))
  // Its first write starts a thread, which takes a starved machine seconds.
  await until('it is ready', async () => (await readiness(service))[0] === 200)
  const other = new DatabaseSync(norn.database)
  other.exec('begin immediate')
  // The first one has its turn to hash a password and waits for its write; one after another, they would wait for
  // minutes.
  const refused = await Promise.all(Array.from({ length: 20 }, () => signIn(service)))
  assert.ok(refused.every(({ status }) => status === 503))
  const [status, body] = await readiness(service)
  assert.equal(status, 503)
  assert.equal(body.status, 'the database takes no writes')
  assert.ok(body.why)
  other.exec('rollback')
  other.close()
  assert.equal((await signIn(service)).status, 200)
  assert.deepEqual(await readiness(service), [200, { status: 'ready' }])
  service.kill('SIGTERM')
  await service.ended
  const causes = failuresIn(service)
  t.diagnostic(causes.join('; '))
  assert.ok(causes.length > 0 && causes.length <= 4)
  assert.ok(causes.some((cause) => cause.includes('database is locked')))
})

test('a read-only PostgreSQL server is not ready, and the log says why', async (t) => {
  const database = await migrated.postgres()
  const variables = { NORN_DATABASE_URL: database.url }
  await makePlayers(database.url, 1)
  const service = await norn.serve(variables)
  t.after(async () => {
    service.kill('SIGKILL')
    await service.ended
    await database.drop()
  })
  assert.equal((await signIn(service)).status, 200)
  const set = async (value: string) => {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query('set default_transaction_read_only = off')
    const name = new URL(database.url).pathname.slice(1)
    await client.query(`alter database ${name} set default_transaction_read_only = ${value}`)
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await client.end()
  }
  await set('on')
  await signIn(service)
  // The first one has its turn to hash a password and waits for its write; one after another, they would wait for
  // minutes.
  const refused = await Promise.all(Array.from({ length: 20 }, () => signIn(service)))
  assert.ok(refused.every(({ status }) => status === 503))
  const [status, body] = await readiness(service)
  assert.equal(status, 503)
  assert.equal(body.status, 'the database takes no writes')
  assert.match(body.why ?? '', /read-only transaction/)
  await set('off')
  // One answer for each of the connections that were ended.
  await until('it is ready', async () => (await readiness(service))[0] === 200)
  service.kill('SIGTERM')
  await service.ended
  const causes = failuresIn(service)
  t.diagnostic(causes.join('; '))
  assert.ok(causes.length > 0 && causes.length <= 6)
  assert.ok(causes.some((cause) => cause.includes('read-only transaction')))
})
