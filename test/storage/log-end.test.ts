// A log as a killed process leaves it, and what a bad disk makes of it.
import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { logEndOf } from '../../src/storage/sqlite/log-end.ts'
import { scratch } from '../scratch.ts'

const [headerBytes, frameBytes] = [32, 24 + 4096]

interface Left {
  file: string
  connection: DatabaseSync
  write(rows: number): void
  /** Copies the files, as if the process ended now. */
  kill(): Promise<string>
}

async function begun(t: TestContext): Promise<Left> {
  const directory = await mkdtemp(join(scratch(), 'norn-log-'))
  const file = join(directory, 'norn.sqlite')
  const connection = new DatabaseSync(file)
  connection.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table t (x)')
  t.after(async () => {
    if (connection.isOpen) connection.close()
    await rm(directory, { recursive: true })
  })
  let kills = 0
  return {
    file,
    connection,
    write(rows) {
      const insert = connection.prepare('insert into t values (hex(randomblob(1500)))')
      for (let row = 0; row < rows; row++) insert.run()
    },
    async kill() {
      const copy = join(directory, `killed-${++kills}`)
      for (const ending of ['', '-wal', '-shm']) await copyFile(`${file}${ending}`, `${copy}${ending}`)
      return copy
    },
  }
}

async function flip(file: string, at: number): Promise<void> {
  const bytes = await readFile(file)
  bytes[at] = Number(bytes[at]) ^ 1
  await writeFile(file, bytes)
}

/** The pages of the log that SQLite itself finds. */
function foundBySqlite(file: string): number {
  const connection = new DatabaseSync(file)
  const [found] = connection.prepare('pragma wal_checkpoint(passive)').all()
  connection.close()
  return Number(found?.['log'])
}

test('a whole log is readable to its end', async (t) => {
  const { write, kill } = await begun(t)
  write(20)
  const killed = await kill()
  const end = logEndOf(killed)
  assert.ok(end && end.committed > 20)
  assert.deepEqual(end, { committed: end.committed, copied: 0, begun: 0, readable: end.committed })
  assert.equal(foundBySqlite(killed), end.committed)
})

test('each page with a wrong bit, and each end that is missing, is found, as SQLite finds it', async (t) => {
  const { write, kill } = await begun(t)
  write(20)
  const committed = logEndOf(await kill())?.committed ?? 0
  for (const page of [0, 7, committed - 1]) {
    for (const at of [4, 9, 17, 24, frameBytes - 1]) {
      const killed = await kill()
      await flip(`${killed}-wal`, headerBytes + page * frameBytes + at)
      assert.equal(logEndOf(killed)?.readable, page, `page ${page}, byte ${at}`)
      assert.ok(foundBySqlite(killed) <= page)
    }
    const killed = await kill()
    await truncate(`${killed}-wal`, headerBytes + page * frameBytes + 100)
    assert.equal(logEndOf(killed)?.readable, page)
  }
  for (const at of [0, 9, 17, 25]) {
    const killed = await kill()
    await flip(`${killed}-wal`, at)
    assert.equal(logEndOf(killed)?.readable, 0, `byte ${at} of the header`)
  }
  const killed = await kill()
  await rm(`${killed}-wal`)
  assert.equal(logEndOf(killed)?.readable, 0)
})

test('pages that are in the database file are counted', async (t) => {
  const { file, connection, write, kill } = await begun(t)
  write(5)
  const reader = new DatabaseSync(file)
  t.after(() => reader.close())
  // A snapshot, which keeps the log from beginning again.
  reader.exec('begin; select count(*) from t')
  const copied = Number(connection.prepare('pragma wal_checkpoint(passive)').all()[0]?.['checkpointed'])
  write(5)
  const killed = await kill()
  const end = logEndOf(killed)
  assert.ok(end && copied > 0 && end.committed > copied)
  assert.deepEqual(end, { committed: end.committed, copied, begun: copied, readable: end.committed })
})

test('after a kill, every page counts as begun, since SQLite itself does not know how far a copy had come', async (t) => {
  const { write, kill } = await begun(t)
  write(5)
  const killed = await kill()
  // The first connection after a kill makes the index again.
  const second = new DatabaseSync(killed)
  t.after(() => second.close())
  second.exec('select count(*) from t')
  const end = logEndOf(killed)
  assert.ok(end && end.committed > 0)
  assert.deepEqual(end, {
    committed: end.committed,
    copied: 0,
    begun: end.committed,
    readable: end.committed,
  })
})

test('an index of an older log, as a power cut leaves it, and a file without a log say nothing', async (t) => {
  const { file, connection, write, kill } = await begun(t)
  write(5)
  const before = await kill()
  connection.exec('pragma wal_checkpoint(truncate)')
  write(3)
  const after = await kill()
  await copyFile(`${before}-shm`, `${after}-shm`)
  assert.equal(logEndOf(after), undefined)
  connection.close()
  assert.equal(logEndOf(file), undefined)
  await writeFile(`${file}-shm`, '')
  assert.equal(logEndOf(file), undefined)
})
