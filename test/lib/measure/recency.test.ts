import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Recency } from '../../../src/lib/measure/recency.ts'

test('nothing is recent before the first mark, even on a clock that starts at zero', () => {
  assert.equal(new Recency(100, () => 0).isRecent, false)
})

test('a mark is recent for the window, to the millisecond', () => {
  let now = 5000
  const recency = new Recency(100, () => now)
  recency.mark()
  assert.equal(recency.isRecent, true)
  now += 99
  assert.equal(recency.isRecent, true)
  now += 1
  assert.equal(recency.isRecent, false)
})

test('each mark restarts the window', () => {
  let now = 5000
  const recency = new Recency(100, () => now)
  for (let marks = 0; marks < 5; marks++) {
    recency.mark()
    now += 80
    assert.equal(recency.isRecent, true)
  }
  now += 20
  assert.equal(recency.isRecent, false)
})
