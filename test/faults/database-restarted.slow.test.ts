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

const unavailable =
  '{"error":"Service Unavailable","errorMessage":"The service is temporarily unavailable. Try again in a moment."}'

for (const signal of ['SIGINT', 'SIGKILL'] as const) {
  test(`PostgreSQL ends by ${signal} under load and comes back: 503, and then as if nothing had been`, async (t) => {
    const server = await startPostgres()
    t.after(() => server.stop())
    const variables = { NORN_DATABASE_URL: server.url }
    const service = await norn.serve(variables)
    t.after(async () => {
      service.kill('SIGTERM')
      assert.equal((await service.ended).status, 0)
    })
    const players = sendIn(t, service.baseUrl, await makePlayers(server.url, 6))
    await players.successes(200)
    await server.kill(signal)
    const goneAt = performance.now()
    await sleep(1000)
    const { status } = await fetch(`${service.operators}/readyz`)
    assert.equal(status, 503)
    assert.equal((await fetch(`${service.baseUrl}/healthz`)).status, 200)
    await server.restart()
    const backAt = performance.now()
    await players.successes(200)
    await players.leave()

    const refused = players.outcomes.filter((outcome) => outcome.status !== 200)
    assert.ok(refused.some(({ from }) => from > goneAt))
    for (const { status, retryAfter, body } of refused) {
      assert.deepEqual([status, retryAfter, body], [503, '1', unavailable])
    }
    // The first new connections may find the server just before it is ready.
    assert.deepEqual(
      refused.filter(({ from }) => from > backAt + 5000),
      [],
    )
    assert.deepEqual(await players.lost(), [])
    assert.equal((await fetch(`${service.operators}/readyz`)).status, 200)
  })
}
