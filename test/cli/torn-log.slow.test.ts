// A start on a log that a bad disk has damaged after a crash.
import assert from 'node:assert/strict'
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { makePlayers } from '../faults/players.ts'
import { type Installation, install } from './norn.ts'

let norn: Installation
before(async () => {
  norn = await install()
  await makePlayers(`sqlite:${norn.database}`, 1)
})
after(() => norn.remove())

const endings = ['', '-wal', '-shm']

/** Leaves the files as a process that was killed: with pages in the log, some of which are in the file, too. */
async function crashed({ isCopied = false, isUnderWay = false }): Promise<void> {
  const connection = new DatabaseSync(norn.database)
  const reader = new DatabaseSync(norn.database)
  const write = () => {
    for (let row = 0; row < 5; row++)
      connection.exec(`insert or replace into guess (key, full_at) values ('row ${row}', ${Date.now()})`)
  }
  connection.exec('pragma wal_autocheckpoint = 0')
  write()
  reader.exec('begin; select count(*) from guess')
  connection.exec('pragma wal_checkpoint(passive)')
  if (!isCopied) write()
  for (const ending of endings)
    await copyFile(`${norn.database}${ending}`, `${norn.database}${ending}.killed`)
  if (isUnderWay) await beginCopy(`${norn.database}-shm.killed`)
  reader.close()
  connection.close()
  for (const ending of endings) await rename(`${norn.database}${ending}.killed`, `${norn.database}${ending}`)
}

/** Writes what SQLite does before it copies the rest of the log: nBackfillAttempted, for all pages. */
async function beginCopy(index: string): Promise<void> {
  const bytes = await readFile(index)
  bytes.copy(bytes, 128, 16, 20)
  await writeFile(index, bytes)
}

/** Flips a bit of a page, counted from the start of the log or, if negative, from its end. */
async function damage(page: number): Promise<void> {
  const log = `${norn.database}-wal`
  const bytes = await readFile(log)
  const at = 32 + 100 + (24 + 4096) * page
  const index = page < 0 ? bytes.length + at - 32 : at
  bytes[index] = Number(bytes[index]) ^ 1
  await writeFile(log, bytes)
}

test('where pages are missing in front of others that are in the file, it does not start, however often', async () => {
  await crashed({})
  await damage(1)
  const before = await readFile(norn.database)
  for (let start = 0; start < 2; start++) {
    const { status, stderr } = await norn.run(['serve'])
    assert.equal(status, 1)
    assert.match(
      stderr,
      /norn\.sqlite-wal is damaged \(page 2 of \d+\).*restore a backup: norn restore FILE --verify/,
    )
  }
  assert.deepEqual(await readFile(norn.database), before)
  await rm(`${norn.database}-wal`)
  await rm(`${norn.database}-shm`)
})

test('where a kill has interrupted their copying, it does not start either, whichever page is missing', async () => {
  for (const page of [0, 1, -1]) {
    await crashed({ isUnderWay: true })
    await damage(page)
    const { status, stderr } = await norn.run(['serve'])
    assert.equal(status, 1, `page ${page}`)
    assert.match(stderr, /norn\.sqlite-wal is damaged .*restore a backup: norn restore FILE --verify/)
  }
  await rm(`${norn.database}-wal`)
  await rm(`${norn.database}-shm`)
})

test('where everything is in the file, it says that the log can go, and starts without it', async (t) => {
  await crashed({ isCopied: true })
  await damage(1)
  const { status, stderr } = await norn.run(['serve'])
  assert.equal(status, 1)
  assert.match(stderr, /has all that is in it; check the disk, and move .*-wal and .*-shm away/)
  await rm(`${norn.database}-wal`)
  await rm(`${norn.database}-shm`)
  const service = await norn.serve()
  t.after(() => service.kill('SIGKILL'))
  service.kill('SIGTERM')
  assert.equal((await service.ended).status, 0)
  const connection = new DatabaseSync(norn.database, { readOnly: true })
  t.after(() => connection.close())
  assert.equal(connection.prepare('pragma integrity_check').all()[0]?.['integrity_check'], 'ok')
  assert.equal(connection.prepare("select 1 from guess where key = 'row 4'").all().length, 1)
})

test('where the end is missing, it starts and says so once', async (t) => {
  await crashed({})
  await damage(-1)
  const said = async () => {
    const service = await norn.serve()
    t.after(() => service.kill('SIGKILL'))
    service.kill('SIGTERM')
    const { stdout } = await service.ended
    return stdout.includes('the end of the log of the database is damaged')
  }
  assert.equal(await said(), true)
  assert.equal(await said(), false)
})
