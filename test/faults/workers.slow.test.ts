import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { type Installation, install, type Serving } from '../cli/norn.ts'
import { type FreshDatabase, migrated } from '../databases.ts'
import { until } from '../until.ts'
import { makePlayers, sendIn } from './players.ts'

describe('NORN_WORKERS', () => {
  let norn: Installation
  let database: FreshDatabase
  let service: Serving
  before(async () => {
    norn = await install()
    database = await migrated.postgres()
    service = await norn.serve({ NORN_DATABASE_URL: database.url, NORN_WORKERS: '2' })
  })
  after(async () => {
    service.kill('SIGKILL')
    await norn.remove()
    await database.drop()
  })

  const metrics = async () => (await fetch(`${service.operators}/metrics`)).text()
  const workersIn = (text: string) => [...new Set([...text.matchAll(/worker="(\d+)"/g)].map(([, id]) => id))]
  // The last line may have arrived in part.
  const lines = () =>
    service
      .output()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  const pids = () =>
    lines()
      .filter(({ msg }) => msg === 'worker is ready')
      .map(({ pid }) => Number(pid))

  test('two processes serve one port, and logs and metrics distinguish them', async () => {
    const served = () => lines().filter(({ route }) => route === '/session/hasJoined')
    const seen = () => new Set(served().map(({ worker, pid }) => `${worker} ${pid}`))
    let requests = 0
    // One connection each: they are assigned in turn to a process that is free.
    for (; seen().size < 2 && requests < 500; requests++) {
      await fetch(`${service.baseUrl}/session/hasJoined?username=x&serverId=y`, {
        headers: { connection: 'close' },
      })
    }
    await until('every request is logged', () => served().length >= requests)
    assert.deepEqual(new Set(served().map(({ worker }) => worker)), new Set([1, 2]))
    assert.equal(seen().size, 2)
    const text = await metrics()
    assert.deepEqual(workersIn(text).toSorted(), ['1', '2'])
    const counts = [
      ...text.matchAll(/norn_http_request_duration_seconds_count\{.*route="\/session\/hasJoined".*\} (\d+)/g),
    ].map(([, count]) => Number(count))
    assert.equal(counts.length, 2)
    assert.equal((counts[0] ?? 0) + (counts[1] ?? 0), requests)
    assert.equal((await fetch(`${service.operators}/readyz`)).status, 200)
    assert.equal(lines().filter(({ msg }) => msg.startsWith('listening')).length, 1)
  })

  test('a worker that dies under load is replaced: only its requests in flight fail', async (t) => {
    const players = sendIn(t, service.baseUrl, await makePlayers(database.url, 6))
    await players.successes(200)
    const [victim] = pids()
    assert.ok(victim)
    process.kill(victim, 'SIGKILL')
    // A busy machine takes a while to remove the process, whose connections are open until then.
    await until('its end is logged', () => lines().some(({ msg }) => msg.startsWith('a worker ended')))
    const endedAt = performance.now()
    await until('there is another', () => pids().length === 3)
    await players.successes(200)
    await players.leave()
    const failed = players.outcomes.filter(({ status }) => status !== 200)
    for (const { from, body } of failed) assert.ok(from <= endedAt, `${from - endedAt} ms after: ${body}`)
    assert.deepEqual(await players.lost(), [])
    assert.deepEqual(workersIn(await metrics()).toSorted(), ['2', '3'])
  })

  test('SIGTERM finishes the requests in flight and ends all of them', async () => {
    const body = JSON.stringify({ username: 'x', password: 'y', clientToken: 'z' })
    const slow = request(`${service.baseUrl}/auth/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
    })
    // The service has the headers and waits for the body.
    await once(slow, 'continue')
    service.kill('SIGTERM')
    slow.end(body)
    const [{ statusCode }] = (await once(slow, 'response')) as [IncomingMessage]
    assert.equal(statusCode, 401)
    assert.equal((await service.ended).status, 0)
    for (const pid of pids()) assert.throws(() => readFileSync(`/proc/${pid}/stat`))
  })

  test('when the first process is killed, the others end', async (t) => {
    const killed = await norn.serve({ NORN_DATABASE_URL: database.url, NORN_WORKERS: '2' })
    t.after(() => killed.kill('SIGKILL'))
    const ready = () => [...killed.output().matchAll(/"pid":(\d+).*"msg":"worker is ready"/g)]
    // A worker logs that it is listening, and the first process may be quicker to log that all of them are.
    await until('both log it', () => ready().length === 2)
    const workers = ready().map(([, pid]) => pid)
    killed.kill('SIGKILL')
    await killed.ended
    const isThere = (pid: string | undefined) => existsSync(`/proc/${pid}`)
    await until('the others have ended', () => !workers.some(isThere))
  })

  test('more than one on the embedded database is refused at the start', async () => {
    const { status, stderr } = await norn.run(['serve'], { variables: { NORN_WORKERS: '2' } })
    assert.equal(status, 1)
    assert.match(stderr, /^norn: NORN_WORKERS=2 needs PostgreSQL, because [^\n]+\n$/)
  })
})
