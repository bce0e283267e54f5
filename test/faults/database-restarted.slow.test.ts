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

const unavailable =
  '{"error":"Service Unavailable","errorMessage":"The service is temporarily unavailable. Try again in a moment."}'

for (const signal of ['SIGINT', 'SIGKILL'] as const) {
  test(`PostgreSQL ends by ${signal} under load and comes back: 503, and then normal operation`, async (t) => {
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
    await until('players are refused', () =>
      players.outcomes.some(({ status, from }) => status !== 200 && from > goneAt),
    )
    await until('it is not ready', async () => (await fetch(`${service.operators}/readyz`)).status === 503)
    assert.equal((await fetch(`${service.baseUrl}/healthz`)).status, 200)
    await server.restart()
    // The first new connections may reach the server just before it is ready.
    await players.successes(200)
    const settledAt = performance.now()
    await players.successes(100)
    await players.leave()

    const refused = players.outcomes.filter((outcome) => outcome.status !== 200)
    for (const { status, retryAfter, body } of refused) {
      assert.deepEqual([status, retryAfter, body], [503, '1', unavailable])
    }
    assert.deepEqual(
      refused.filter(({ from }) => from > settledAt),
      [],
    )
    assert.deepEqual(await players.lost(), [])
    assert.equal((await fetch(`${service.operators}/readyz`)).status, 200)
  })
}
