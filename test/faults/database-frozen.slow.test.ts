import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Installation, install } from '../cli/norn.ts'
import { startPostgres } from '../postgres.ts'
import { makePlayers, sendIn } from './players.ts'

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

/** What docs/operations.md promises, in milliseconds. */
const promised = { answer: 10_000, readiness: 3000 }

test('a database that has fallen silent gives 503 in time, and is used again once it answers', async (t) => {
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
  const players = sendIn(t, service.baseUrl, await makePlayers(server.url, 25))
  await players.successes(200)
  server.freeze()
  const frozenAt = performance.now()
  await sleep(500)
  const asked = performance.now()
  assert.equal((await fetch(`${service.operators}/readyz`)).status, 503)
  // The players keep the machine busy, too.
  assert.ok(performance.now() - asked < 2 * promised.readiness)
  // Whoever was under way at the freeze is answered after some five seconds, and asks again.
  await sleep(18_000)
  server.thaw()
  const thawedAt = performance.now()
  await players.successes(200)
  await players.leave()

  assert.deepEqual(
    players.outcomes.filter(({ status }) => status !== 200 && status !== 503),
    [],
  )
  const during = players.outcomes.filter(({ from }) => from > frozenAt && from < thawedAt - promised.answer)
  assert.ok(during.length >= 20, `${during.length} requests while it was frozen`)
  for (const { status, retryAfter, from, to } of during) {
    assert.deepEqual([status, retryAfter], [503, '1'])
    assert.ok(to - from < promised.answer, `answered after ${to - from} ms`)
  }
  const afterwards = players.outcomes.filter(({ from }) => from > thawedAt + promised.answer)
  assert.deepEqual(
    afterwards.filter(({ status }) => status !== 200),
    [],
  )
  assert.deepEqual(await players.lost(), [])
  assert.equal((await fetch(`${service.operators}/readyz`)).status, 200)
})
