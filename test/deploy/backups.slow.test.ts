import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from 'pg'
import { createSteve, install } from '../cli/norn.ts'
import { freePort } from '../free-port.ts'
import { until } from '../until.ts'
import { run, scratch, startServer, without } from './debian.ts'

const create = createSteve('pw')

test('backup --keep names its files by the time and removes the oldest of them, and nothing else', async (t) => {
  const norn = await install()
  t.after(() => norn.remove())
  assert.equal((await norn.run(create)).status, 0)
  const directory = join(norn.directory, 'kept')
  await mkdir(directory)
  const others = ['mine.sqlite.gz', 'norn-notes.txt', 'norn-20200101T000000Z.sqlite.gz.old.txt']
  const old = [
    'norn-20200101T000000Z.sqlite.gz',
    'norn-20200102T000000Z.sqlite.gz.partial',
    'norn-20200103T000000Z.sqlite.gz',
  ]
  for (const name of [...others.slice(0, 2), ...old]) await writeFile(join(directory, name), 'x')

  const first = await norn.run(['backup', directory, '--keep', '2', '--json'])
  assert.equal(first.status, 0, first.stderr)
  const { file, accounts, removed } = JSON.parse(first.stdout)
  assert.match(file, /\/kept\/norn-20\d{6}T\d{6}Z\.sqlite\.gz$/)
  assert.equal(accounts, 1)
  assert.deepEqual(
    removed,
    old.slice(0, 2).map((name) => join(directory, name)),
  )
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  // The names contain seconds.
  const second = () => Math.floor(Date.now() / 1000)
  const made = second()
  await until('another second has begun', () => second() > made)
  assert.equal((await norn.run(['backup', directory, '--keep', '1'])).status, 0)
  const left = (await readdir(directory)).toSorted()
  assert.equal(left.length, 3)
  assert.deepEqual([left[0], left[2]], ['mine.sqlite.gz', 'norn-notes.txt'])
  const newest = join(directory, left[1] ?? '')
  assert.notEqual(newest, file)
  const restored = await norn.run(['restore', newest, '--verify'], {
    variables: { NORN_DATA_DIR: join(norn.directory, 'new') },
  })
  assert.equal(restored.status, 0, restored.stderr)

  for (const keep of ['0', '1.5']) {
    const { status, stderr } = await norn.run(['backup', directory, `--keep=${keep}`])
    assert.deepEqual(
      [status, stderr],
      [2, `norn: --keep is "${keep}", but must be a whole number from 1 to 10000; see "norn help backup"\n`],
    )
  }
  const single = await norn.run(['backup', directory])
  assert.deepEqual(
    [single.status, single.stderr],
    [1, `norn: ${directory} exists; name a new file in it, or add --keep N\n`],
  )
  assert.deepEqual((await readdir(directory)).toSorted(), left)
})

const debian = newestOfDebian()
const script = new URL('../../deploy/backup-postgres.sh', import.meta.url).pathname

test('the backup of PostgreSQL is kept, rotated and restored', {
  skip: without(`${debian}/postgres`, 'pg_dump', 'pg_restore', 'runuser'),
}, async (t) => {
  const directory = await scratch(t)
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const asOwner = async (line: string[]) => run(line[0] ?? '', line.slice(1), { ...user, cwd: '/' })
  await run('chmod', ['777', directory])
  const data = join(directory, 'data')
  await writeFile(join(directory, 'pw'), 'se-cret', { mode: 0o644 })
  await asOwner([
    `${debian}/initdb`,
    '-D',
    data,
    '-U',
    'norn',
    '--auth=scram-sha-256',
    `--pwfile=${directory}/pw`,
    '--no-sync',
  ])
  const port = await freePort()
  const url = `postgres://norn:se-cret@127.0.0.1:${port}/postgres`
  const isReady = async () => {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return true
    } catch {
      return false
    } finally {
      await client.end()
    }
  }
  const flags = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'fsync=off']
  await startServer(t, [`${debian}/postgres`, '-D', data, '-p', String(port), ...flags], isReady, {
    ...user,
    cwd: directory,
  })

  const norn = await install()
  t.after(() => norn.remove())
  const made = await norn.run(create, { variables: { NORN_DATABASE_URL: url } })
  assert.equal(made.status, 0, made.stderr)
  const urlFile = join(directory, 'url')
  await writeFile(urlFile, `${url}\n`)
  const kept = join(directory, 'kept')
  await mkdir(kept)
  for (const day of ['01', '02', '03']) await writeFile(join(kept, `norn-202001${day}T000000Z.dump`), 'x')
  await run('sh', [script, urlFile, kept, '2'])
  const left = (await readdir(kept)).toSorted()
  assert.equal(left.length, 2)
  assert.equal(left[0], 'norn-20200103T000000Z.dump')
  const dump = join(kept, left[1] ?? '')
  assert.equal((await stat(dump)).mode & 0o777, 0o600)

  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create database other')
  await client.end()
  const other = url.replace(/postgres$/, 'other')
  await run('pg_restore', ['--dbname', other, dump])
  const shown = await norn.run(['account', 'show', 'Steve'], { variables: { NORN_DATABASE_URL: other } })
  assert.equal(shown.status, 0, shown.stderr)
})

/** The folder of Debian's newest PostgreSQL; each release of Debian has another one. */
function newestOfDebian(): string {
  const all = '/usr/lib/postgresql'
  const versions = existsSync(all) ? readdirSync(all).map(Number).filter(Boolean) : []
  return `${all}/${Math.max(0, ...versions)}/bin`
}
