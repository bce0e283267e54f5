import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { DatabaseUnavailable } from '../../src/model/errors/database-unavailable.ts'
import { DatabaseHealth } from '../../src/state/database-health.ts'

interface Line {
  msg: string
  cause?: string
  failures?: number
}

function started() {
  const lines: Line[] = []
  const health = new DatabaseHealth(() => 0)
  health.logTo(pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }))
  const fail = (message: string, times = 1) => {
    for (let i = 0; i < times; i++) health.failed(new DatabaseUnavailable(message))
  }
  return {
    health,
    fail,
    output: () => lines.splice(0).map(({ msg, cause, failures }) => [cause ?? msg, failures]),
  }
}

test('each cause is logged immediately, then counted, then forgotten', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { fail, output } = started()
  fail('disk full', 1000)
  fail('damaged', 1)
  assert.deepEqual(output(), [
    ['disk full', undefined],
    ['damaged', undefined],
  ])
  t.mock.timers.tick(10_000)
  assert.deepEqual(output(), [['disk full', 999]])
  fail('disk full', 5)
  assert.deepEqual(output(), [])
  t.mock.timers.tick(10_000)
  assert.deepEqual(output(), [['disk full', 5]])
  t.mock.timers.tick(10_000)
  assert.deepEqual(output(), [['the database has not failed for 10 s', undefined]])
  t.mock.timers.tick(10_000)
  assert.deepEqual(output(), [])
  fail('disk full', 1)
  assert.deepEqual(output(), [['disk full', undefined]])
})

test('an endless number of causes does not flood the log', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { fail, output } = started()
  for (let i = 0; i < 1000; i++) fail(`cause ${i}`)
  assert.equal(output().length, 21)
  t.mock.timers.tick(10_000)
  assert.deepEqual(output(), [['other causes', 979]])
})

test('a failure before the log exists is left to the caller that opens the database', () => {
  const health = new DatabaseHealth(() => 0)
  health.failed(new DatabaseUnavailable('x'))
})
