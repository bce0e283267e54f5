// What still works while the database is unavailable: a game does not start without the metadata.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { startPostgres } from '../postgres.ts'
import { onEveryDatabase, type RunningService, startService } from '../service.ts'
import { until } from '../until.ts'

const root = '/authlib-injector'
const paths = [
  root,
  `${root}/discovery`,
  `${root}/minecraftservices/publickeys`,
  '/skinsystem/signature-verification-key.der',
  '/skinsystem/signature-verification-key.pem',
  '/oauth2/jwks',
  '/healthz',
]

const answersOf = (service: RunningService) =>
  Promise.all(
    paths.map(async (path) => {
      const { status, text } = await service.get(path)
      assert.equal(status, 200, `${path}: ${text}`)
      return text
    }),
  )

onEveryDatabase('with the database closed', (start) => {
  test('metadata and keys are still answered', async () => {
    const service = await start()
    const before = await answersOf(service)
    await service.context.db.close()
    assert.deepEqual(await answersOf(service), before)
    const refused = await service.get(`/session/profile/${'ab'.repeat(16)}`)
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
  })
})

/** Programs get the metadata at the same address. */
const page = { headers: { accept: 'text/html' } }

/** Returns how many milliseconds the answers of each path take. */
async function durations(service: RunningService, times: number): Promise<Map<string, number[]>> {
  const taken = new Map<string, number[]>()
  for (let time = 0; time < times; time++) {
    for (const path of ['/', ...paths]) {
      const began = performance.now()
      assert.equal((await service.get(path, path === '/' ? page : {})).status, 200, path)
      taken.set(path, [...(taken.get(path) ?? []), performance.now() - began])
      service.advance(1001)
    }
  }
  return taken
}

test('requests that need no database do not wait for one that hangs, however often they come', async () => {
  const postgres = await startPostgres()
  const service = await startService(postgres.url, {}, { hasLimits: true })
  const blocker = new Client({ connectionString: postgres.url })
  try {
    await answersOf(service)
    await blocker.connect()
    await blocker.query('begin')
    await blocker.query('lock table signing_key, setting in access exclusive mode')
    for (const [path, taken] of await durations(service, 3)) {
      const told = `${path}: ${taken.join(', ')} ms`
      // The database lets a statement wait for four seconds, and a busy machine takes its time.
      assert.ok(Math.max(...taken) < 3500, told)
      // One caller waits for half a second; the page says for itself whether the database answers.
      if (path !== '/') assert.ok(Math.min(...taken) < 450, told)
    }
    await blocker.query('rollback')
    await until('settings are read again', async () => {
      service.advance(1001)
      return (await service.get('/', page)).text.includes('class="state up"')
    })
  } finally {
    await blocker.end()
    await service.close()
    await postgres.stop()
  }
})

test('metadata and keys are answered in time while PostgreSQL is stopped or hangs', async () => {
  const postgres = await startPostgres()
  const service = await startService(postgres.url, {}, { hasLimits: true })
  try {
    const before = await answersOf(service)
    assert.equal((await service.get('/')).status, 200)
    const blocker = new Client({ connectionString: postgres.url })
    await blocker.connect()
    await blocker.query('begin')
    await blocker.query('lock table signing_key in access exclusive mode')
    // Requests that wait for the database get an answer after four seconds.
    let isTold = false
    const waiting = sql`select kid from signing_key`.execute(service.context.db.query).catch(() => {
      isTold = true
    })
    assert.deepEqual(await answersOf(service), before)
    assert.equal(isTold, false, 'nobody has waited that long')
    await waiting
    assert.equal(isTold, true)
    await blocker.end()
    await postgres.kill('SIGKILL')
    assert.deepEqual(await answersOf(service), before)
  } finally {
    await service.close()
    await postgres.stop()
  }
})
