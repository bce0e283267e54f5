import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TokenBucket } from '../../../src/lib/measure/token-bucket.ts'

test('a burst up to the size, and then one per interval', () => {
  let now = 1000
  const bucket = new TokenBucket(() => now, 3, 100)
  const taken = (times: number) => Array.from({ length: times }, () => bucket.take())
  assert.deepEqual(taken(5), [true, true, true, false, false])
  now += 99
  assert.deepEqual(taken(1), [false])
  now += 1
  assert.deepEqual(taken(2), [true, false])
  now += 10_000
  assert.deepEqual(taken(4), [true, true, true, false])
})
