// An answered write survives the death of the process, on the embedded database.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { type Database, writes } from '../../src/storage/engine/database.ts'
import { openDatabase } from '../../src/storage/engine/open.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import { databases } from '../databases.ts'
import { seeded } from '../seed.ts'

/** Few enough that there is no checkpoint in between. */
const count = 100

const put = writes('put_guess', 'insert into guess (key, full_at) values ($1, $2)')

test('everything answered before kill -9 is there afterwards', async (t) => {
  const { db, url } = await migrated(t)
  const random = seeded(t)
  for (let round = 0; round < 5; round++) {
    const writer = burst(url, round)
    const answered = await answersUntilKilled(writer, 50 + Math.floor(random() * 500))
    const stored = await db.query.selectFrom('guess').select('key').execute()
    const keys = new Set(stored.map(({ key }) => key))
    assert.deepEqual(
      answered.filter((key) => !keys.has(key)),
      [],
    )
    // Both rows of a transaction are there, or neither.
    const halves = [...keys].filter(
      (key) => key.endsWith(' first') && !keys.has(key.replace('first', 'second')),
    )
    assert.deepEqual(halves, [])
  }
})

test('writes that wait together share a commit', async (t) => {
  const apart = await migrated(t)
  const together = await migrated(t)
  // The schema is in the log, too.
  const schema = await Promise.all([apart, together].map(logBytes))
  for (let n = 0; n < count; n++) await apart.db.run(put, [String(n), 1])
  await Promise.all(Array.from({ length: count }, (_, n) => together.db.run(put, [String(n), 1])))
  // Each commit rewrites every page that it has changed.
  const logs = await Promise.all([apart, together].map(logBytes))
  const [one, many] = logs.map((bytes, place) => bytes - (schema[place] ?? 0))
  t.diagnostic(`${one} bytes of log one at a time, ${many} at once`)
  assert.ok(one && many && many < one / 4)
})

async function logBytes({ url }: { url: string }): Promise<number> {
  return (await stat(`${url.slice('sqlite:'.length)}-wal`)).size
}

/** Writes endlessly in a process of its own, and prints the key of each write once it is answered. */
function burst(url: string, round: number): ChildProcess {
  const program = `
    const { openDatabase } = await import(${at('../../src/storage/engine/open.ts')})
    const { writeSync } = await import('node:fs')
    const db = await openDatabase(${JSON.stringify(url)})
    let n = 0
    const put = (key, tx = db) => tx.query.insertInto('guess').values({ key, full_at: 1 }).execute()
    const single = async () => {
      for (;;) {
        const key = '${round} ' + n++
        await put(key)
        writeSync(1, key + '\\n')
      }
    }
    const pair = async () => {
      for (;;) {
        const key = '${round} ' + n++
        await db.transaction(async (tx) => {
          await put(key + ' first', tx)
          await put(key + ' second', tx)
        })
        writeSync(1, key + ' first\\n' + key + ' second\\n')
      }
    }
    await Promise.all([single(), single(), single(), single(), single(), single(), single(), single(), pair()])`
  return spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Kills it after this many answers. */
async function answersUntilKilled(writer: ChildProcess, enough: number): Promise<string[]> {
  assert.ok(writer.stdout)
  const ended = once(writer, 'exit')
  const answered: string[] = []
  for await (const line of createInterface(writer.stdout)) {
    answered.push(line)
    if (answered.length === enough) writer.kill('SIGKILL')
  }
  await ended
  return answered
}

async function migrated(t: TestContext): Promise<{ db: Database; url: string }> {
  const database = await databases.sqlite()
  const db = await openDatabase(database.url)
  t.after(async () => {
    await db.close()
    await database.drop()
  })
  await migrate(db)
  return { db, url: database.url }
}

function at(path: string): string {
  return JSON.stringify(new URL(path, import.meta.url).href)
}
