// These limits use the runtime's own clock and take their time, hence a separate file.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { buildApp } from '../../src/app.ts'
import { Metrics } from '../../src/http/observe/metrics.ts'
import { stillTimeout } from '../../src/http/server/server.ts'
import { type FreshDatabase, migrated } from '../databases.ts'
import { exchange } from '../raw.ts'
import { type RunningService, startService } from '../service.ts'

let database: FreshDatabase
let service: RunningService
before(async () => {
  database = await migrated.sqlite()
  service = await startService(database.url)
})
after(async () => {
  await service.close()
  await database.drop()
})

const slow: Record<string, string> = {
  'in the headers': 'GET /healthz HTTP/1.1\r\nHost: x\r\n',
  'in the body': 'POST /auth/validate HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{',
}

test('an unfinished request is answered with 408 within a minute, by our limit', async () => {
  const began = performance.now()
  await Promise.all(
    Object.entries(slow).map(async ([where, bytes]) => {
      const { status, head, body } = await exchange(service, bytes)
      assert.equal(status, 408, where)
      assert.match(head, /^connection: close$/im)
      assert.deepEqual(Object.keys(JSON.parse(body)), ['error', 'errorMessage'])
      // Without our limit it would be five minutes; a busy machine adds seconds.
      assert.ok(performance.now() - began < 60_000, where)
    }),
  )
  assert.equal((await service.get('/healthz')).status, 200)
})

test('a connection on which nobody reads the answer is closed', async () => {
  const app = buildApp(service.context, new Metrics(service.context))
  await app.listen({ port: 0, host: '127.0.0.1' })
  assert.equal(app.server.timeout, stillTimeout)
  app.server.timeout = 200
  const [accepted] = await Promise.all([
    once(app.server, 'connection'),
    (async () => {
      const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
      socket.on('error', () => undefined).pause()
      // More than the system keeps for a connection.
      socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(60))
    })(),
  ])
  await once(accepted[0], 'close')
  await app.close()
})
