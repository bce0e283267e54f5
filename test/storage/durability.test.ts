// An answered write survives the death of the process, on the embedded database.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { type Database, writes } from '../../src/storage/database.ts'
import { migrate } from '../../src/storage/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { databases } from '../databases.ts'

const put = writes('put_guess', 'insert into guess (key, full_at) values ($1, $2)')

test('what was answered before kill -9 is there afterwards', async (t) => {
  const { db, url } = await migrated(t)
  for (let round = 0; round < 5; round++) {
    const writer = burst(url, round)
    const answered = await answersUntilKilled(writer)
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

test('writes are fast enough to need no thought', async (t) => {
  const { db } = await migrated(t)
  for (const [concurrency, total] of [
    [1, 1000],
    [64, 20_000],
  ] as const) {
    let next = 0
    const began = performance.now()
    const client = async () => {
      while (next < total) await db.run(put, [`${concurrency} ${next++}`, 1])
    }
    await Promise.all(Array.from({ length: concurrency }, client))
    const perSecond = Math.round((total / (performance.now() - began)) * 1000)
    t.diagnostic(`${perSecond} durable writes a second, ${concurrency} at a time`)
  }
})

/** Writes for ever from a process of its own, and prints the key of each write once it is answered. */
function burst(url: string, round: number): ChildProcess {
  const program = `
    const { openDatabase } = await import(${at('../../src/storage/open.ts')})
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

async function answersUntilKilled(writer: ChildProcess): Promise<string[]> {
  assert.ok(writer.stdout)
  const ended = once(writer, 'exit')
  const answered: string[] = []
  const enough = 50 + Math.floor(Math.random() * 500)
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
