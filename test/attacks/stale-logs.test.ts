import assert from 'node:assert/strict'
import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { type Installation, install } from '../cli/norn.ts'

let norn: Installation
let backup: string
/** The log file with the last writes of a database that was killed. */
let log: string
before(async () => {
  norn = await install()
  backup = join(norn.directory, 'backup.gz')
  log = join(norn.directory, 'stale')
  await create('Steve')
  assert.equal((await norn.run(['backup', backup])).status, 0)
  const other = new DatabaseSync(norn.database)
  other.exec("update account set language = 'de'; create table filler (x); insert into filler values (1)")
  await copyFile(`${norn.database}-wal`, log)
  other.close()
})
after(() => norn.remove())

const create = (username: string) =>
  norn.json(
    'account',
    'create',
    '--username',
    username,
    '--email',
    `${username}@example.org`,
    '--password',
    'p',
  )

for (const ending of ['-wal', '-shm', '-journal']) {
  test(`restore next to a stale ${ending} is refused and names the file, and so does the next command`, async () => {
    const directory = join(norn.directory, `beside${ending}`)
    const variables = { NORN_DATA_DIR: directory }
    const database = join(directory, 'norn.sqlite')
    await mkdir(directory)
    await copyFile(log, `${database}${ending}`)
    const refused = await norn.run(['restore', backup, '--verify'], { variables })
    assert.equal(refused.status, 1)
    assert.match(refused.stderr, /norn: [^\n]* exists; restore into an empty data directory [^\n]+\n$/)
    assert.ok(refused.stderr.includes(`${database}${ending}`))
    assert.deepEqual(await readdir(directory), [`norn.sqlite${ending}`])

    // The next command must not create an empty database next to the log either, since SQLite would apply the log
    // to it.
    const started = await norn.run(
      ['account', 'create', '--username', 'A', '--email', 'a@b.c', '--password', 'p'],
      {
        variables,
      },
    )
    assert.equal(started.status, 1)
    assert.match(started.stderr, /is missing, but .* of a database with that name is there/)
    assert.deepEqual(await readdir(directory), [`norn.sqlite${ending}`])

    if (ending !== '-wal') return
    await rm(`${database}${ending}`)
    const restored = await norn.run(['restore', backup, '--verify'], { variables })
    assert.equal(restored.status, 0, restored.stderr)
    assert.deepEqual(await readdir(directory), ['norn.sqlite'])
    const shown = await norn.run(['account', 'show', 'Steve', '--json'], { variables })
    assert.equal(JSON.parse(shown.stdout).language, 'en')
  })
}

test('leftovers of an interrupted restore or backup do not get mixed into the next one', async () => {
  const directory = join(norn.directory, 'interrupted')
  await mkdir(directory)
  for (const name of ['norn.sqlite.partial', 'norn.sqlite.partial-wal'])
    await copyFile(log, join(directory, name))
  const variables = { NORN_DATA_DIR: directory }
  const restored = await norn.run(['restore', backup, '--verify'], { variables })
  assert.equal(restored.status, 0, restored.stderr)
  assert.deepEqual(await readdir(directory), ['norn.sqlite'])

  const again = join(directory, 'again.gz')
  await copyFile(log, `${again}.copy-wal`)
  await writeFile(`${again}.copy-journal`, 'left')
  assert.equal((await norn.run(['backup', again], { variables })).status, 0)
  assert.deepEqual(
    (await readdir(directory)).filter((name) => name.startsWith('again')),
    ['again.gz'],
  )
  const second = { NORN_DATA_DIR: join(norn.directory, 'second') }
  assert.equal((await norn.run(['restore', again, '--verify'], { variables: second })).status, 0)
})

test('copy to a file next to a stale log is refused', async () => {
  const target = join(norn.directory, 'copied.sqlite')
  await copyFile(log, `${target}-wal`)
  const { status, stderr } = await norn.run(['copy', '--to', `sqlite:${target}`])
  assert.equal(status, 1)
  assert.match(stderr, /^norn: [^\n]*copied\.sqlite is missing, but [^\n]*copied\.sqlite-wal[^\n]*\n$/)
})
