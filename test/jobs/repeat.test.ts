import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { repeat } from '../../src/jobs/repeat.ts'
import { DatabaseUnavailable } from '../../src/model/errors/database-unavailable.ts'

test("only the first of a job's consecutive failures is logged, and none while the database is unavailable", async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(String(JSON.parse(line).msg)) })
  let outcome: Error | undefined
  const stop = repeat(log, 'work', 1000, async () => {
    if (outcome) throw outcome
  })
  t.after(stop)
  const next = async (error?: Error) => {
    outcome = error
    t.mock.timers.tick(1000)
    await new Promise(setImmediate)
    return lines.splice(0)
  }
  assert.deepEqual(await next(new DatabaseUnavailable('connection refused')), [])
  assert.deepEqual(await next(new Error('a bug')), ['work failed'])
  assert.deepEqual(await next(new Error('a bug')), [])
  assert.deepEqual(await next(), [])
  assert.deepEqual(await next(new Error('a bug')), ['work failed'])
})

test('a job that takes longer than its interval does not run twice at once', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let begun = 0
  const ends: (() => void)[] = []
  const stop = repeat(pino({ level: 'silent' }), 'work', 1000, () => {
    begun++
    return new Promise<void>((resolve) => ends.push(resolve))
  })
  t.after(stop)
  t.mock.timers.tick(3000)
  assert.equal(begun, 1)
  ends[0]?.()
  await new Promise(setImmediate)
  t.mock.timers.tick(1000)
  assert.equal(begun, 2)
})
