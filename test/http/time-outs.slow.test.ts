// These limits use the runtime's own clock and take their time, hence a separate file.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
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
