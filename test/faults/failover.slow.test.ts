import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
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
