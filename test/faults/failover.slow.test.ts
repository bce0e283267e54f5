import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { reads } from '../../src/storage/engine/database.ts'
import { openPostgres } from '../../src/storage/postgres/open.ts'
import { type Installation, install } from '../cli/norn.ts'
import { type PostgresServer, startPostgres } from '../postgres.ts'
import { until } from '../until.ts'
import { makePlayers, sendIn } from './players.ts'

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

async function ask(server: PostgresServer, statement: string) {
  const client = new Client({ connectionString: server.url })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}

/** From now on a commit is answered once the replica has it. */
async function waitForReplica(primary: PostgresServer): Promise<void> {
  await until(
    'the replica is connected',
    async () => (await ask(primary, 'select * from pg_stat_replication')).length > 0,
  )
  await ask(primary, "alter system set synchronous_standby_names = '*'")
  await ask(primary, 'select pg_reload_conf()')
}

test('the primary is killed and its replica promoted: Norn finds it within seconds, and no answered write is lost', async (t) => {
  const primary = await startPostgres()
  t.after(() => primary.stop())
  const replica = await startPostgres(undefined, primary)
  t.after(() => replica.stop())
  await waitForReplica(primary)

  const hosts = [replica, primary].map(({ url }) => new URL(url).host).join(',')
  const url = `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`
  const variables = { NORN_DATABASE_URL: url }
  const service = await norn.serve(variables)
  t.after(async () => {
    service.kill('SIGTERM')
    assert.equal((await service.ended).status, 0)
  })
  const players = sendIn(t, service.baseUrl, await makePlayers(url, 6))
  await players.successes(200)
  await primary.kill('SIGKILL')
  const goneAt = performance.now()
  await until('players are refused', () =>
    players.outcomes.some(({ status, from }) => status !== 200 && from > goneAt),
  )
  await ask(replica, 'select pg_promote()')
  const promotedAt = performance.now()
  await players.successes(1)
  const recoveredIn = performance.now() - promotedAt
  t.diagnostic(`served again ${Math.round(recoveredIn)} ms after the promotion`)
  // Ten seconds, plus an allowance for a busy machine.
  assert.ok(recoveredIn < 60_000)
  await players.successes(200)
  await players.leave()

  for (const { status, retryAfter, body } of players.outcomes.filter((outcome) => outcome.status !== 200))
    assert.deepEqual([status, retryAfter], [503, '1'], body)
  assert.deepEqual(await players.lost(), [])
})

test('a primary that is frozen and replaced is not asked again once it continues', async (t) => {
  const primary = await startPostgres()
  t.after(() => primary.stop())
  const replica = await startPostgres(undefined, primary)
  t.after(() => replica.stop())
  const hosts = [primary, replica].map(({ url }) => new URL(url).host).join(',')
  const url = `postgres://postgres@${hosts}/postgres`
  const db = await openPostgres(url, { connectTimeoutMs: 2000, statementTimeoutMs: 500 })
  t.after(() => db.close())
  const sleeping = () => sql`select pg_sleep(0.1)`.execute(db.query)
  // Two connections, which are free from now on.
  await Promise.all([sleeping(), sleeping()])
  const ours = "select * from pg_stat_activity where application_name = 'norn'"
  assert.equal((await ask(primary, ours)).length, 2)
  primary.freeze()
  t.after(() => primary.thaw())
  await ask(replica, 'select pg_promote()')
  await until('the replica is used', () =>
    db.run(reads('is_there', 'select 1'), []).then(
      () => true,
      () => false,
    ),
  )
  primary.thaw()
  const asked = await sql<{ port: number }>`select inet_server_port() as port`.execute(db.query)
  assert.equal(asked.rows[0]?.port, Number(new URL(replica.url).port))
  await until(
    'the former primary has lost its connections',
    async () => (await ask(primary, ours)).length === 0,
  )
})
