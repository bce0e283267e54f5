import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Installation, install } from '../cli/norn.ts'
import { startPostgres } from '../postgres.ts'
import { until } from '../until.ts'
import { makePlayers, sendIn } from './players.ts'

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

/** The times that docs/operations.md promises, in milliseconds, tripled for a busy machine. */
const promised = { answer: 3 * 10_000, readiness: 3 * 3000 }

test('a database that has fallen silent causes 503 in time, and is used again once it answers', async (t) => {
  const server = await startPostgres()
  t.after(() => {
    server.thaw()
    return server.stop()
  })
  const variables = { NORN_DATABASE_URL: server.url }
  const service = await norn.serve(variables)
  t.after(async () => {
    service.kill('SIGTERM')
    assert.equal((await service.ended).status, 0)
  })
  // More than the pool has connections.
  const count = 25
  const players = sendIn(t, service.baseUrl, await makePlayers(server.url, count))
  await players.successes(200)
  server.freeze()
  const frozenAt = performance.now()
  const asked = performance.now()
  assert.equal((await fetch(`${service.operators}/readyz`)).status, 503)
  assert.ok(performance.now() - asked < promised.readiness)
  // Requests in flight at the freeze are answered after about five seconds and repeated.
  const during = () => players.outcomes.filter(({ from }) => from > frozenAt)
  await until('every request during the silence is answered', () => during().length >= 2 * count)
  const answered = during()
  server.thaw()
  await players.successes(200)
  const settledAt = performance.now()
  await players.successes(100)
  await players.leave()

  assert.deepEqual(
    players.outcomes.filter(({ status }) => status !== 200 && status !== 503),
    [],
  )
  for (const { status, retryAfter, from, to } of answered) {
    assert.deepEqual([status, retryAfter], [503, '1'])
    assert.ok(to - from < promised.answer, `answered after ${to - from} ms`)
  }
  const afterwards = players.outcomes.filter(({ from }) => from > settledAt)
  assert.deepEqual(
    afterwards.filter(({ status }) => status !== 200),
    [],
  )
  assert.deepEqual(await players.lost(), [])
  assert.equal((await fetch(`${service.operators}/readyz`)).status, 200)
})
