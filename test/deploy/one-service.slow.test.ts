import assert from 'node:assert/strict'
import { readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSteve, type Installation, install, type Serving } from '../cli/norn.ts'
import { migrated } from '../databases.ts'
import { until } from '../until.ts'

let norn: Installation
before(async () => {
  norn = await install()
})
after(() => norn.remove())

const isAlive = ({ baseUrl }: Serving) =>
  fetch(`${baseUrl}/healthz`).then(
    ({ status }) => status === 200,
    () => false,
  )

test('a second service on an embedded database explains why it does not start; commands still run', async (t) => {
  const first = await norn.serve()
  t.after(() => first.kill('SIGKILL'))
  const other = { NORN_DATABASE_URL: `sqlite:${join(norn.directory, 'link.sqlite')}` }
  await symlink(norn.database, join(norn.directory, 'link.sqlite'))
  // A service that is running does not end by itself.
  const killWhen = () => sleep(60_000, undefined, { ref: false })
  const [second, byLink] = await Promise.all([
    norn.run(['serve'], { killWhen }),
    norn.run(['serve'], { variables: other, killWhen }),
  ])
  const refusal = (path: string) =>
    `norn: another Norn is already running on ${path}; stop it, or give this one its own NORN_DATA_DIR (several services on one database need PostgreSQL)\n`
  assert.deepEqual(second, { status: 1, stdout: '', stderr: refusal(norn.database) })
  assert.deepEqual(byLink, { status: 1, stdout: '', stderr: refusal(join(norn.directory, 'link.sqlite')) })

  const create = createSteve('pw')
  assert.equal((await norn.run(create)).status, 0)
  assert.equal((await norn.run(['backup', 'while-it-runs.gz'])).status, 0)
  assert.equal((await norn.run(['account', 'list'])).status, 0)
  const elsewhere = await norn.serve({ NORN_DATA_DIR: join(norn.directory, 'elsewhere') })
  elsewhere.kill('SIGTERM')
  assert.equal((await elsewhere.ended).status, 0)

  first.kill('SIGKILL')
  await first.ended
  const next = await norn.serve()
  assert.equal(await isAlive(next), true)
  next.kill('SIGTERM')
  assert.equal((await next.ended).status, 0)
  assert.equal((await stat(`${norn.database}.lock`)).mode & 0o777, 0o600)
  assert.deepEqual((await readdir(join(norn.directory, 'data'))).toSorted(), [
    'norn.sqlite',
    'norn.sqlite.last-backup',
    'norn.sqlite.lock',
  ])
})

describe('SIGHUP does not end', () => {
  const survives = async (service: Serving, pids: readonly number[] = []) => {
    service.kill('SIGHUP')
    for (const pid of pids) process.kill(pid, 'SIGHUP')
    await service.logged(/SIGHUP changes nothing/)
    assert.equal(await isAlive(service), true)
    for (const pid of pids) process.kill(pid, 0)
    service.kill('SIGTERM')
    assert.equal((await service.ended).status, 0)
  }

  test('the service', async () => survives(await norn.serve()))

  test('the launcher under an old Node.js', async () => {
    const old = join(norn.directory, 'old.cjs')
    await writeFile(old, "Object.defineProperty(process, 'version', { value: 'v20.19.0' })")
    await survives(await norn.serve({}, { node: ['--require', old] }))
  })

  test('workers', async (t) => {
    const database = await migrated.postgres()
    t.after(database.drop)
    const service = await norn.serve({ NORN_DATABASE_URL: database.url, NORN_WORKERS: '2' })
    const workers = () => [...service.output().matchAll(/"pid":(\d+).*"msg":"worker is ready"/g)]
    await until('both workers log it', () => workers().length === 2)
    await survives(
      service,
      workers().map(([, pid]) => Number(pid)),
    )
  })
})
