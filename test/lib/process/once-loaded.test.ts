import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onceLoaded } from '../../../src/lib/process/once-loaded.ts'

test('a value is loaded once for all callers; a failure reaches those who wait, and the next call tries again', async () => {
  const outcomes = [Promise.reject(new Error('too many open files')), Promise.resolve('loaded')]
  const loads: string[] = []
  const load = onceLoaded(async () => {
    loads.push('load')
    return outcomes[loads.length - 1]
  })
  const waiting = await Promise.allSettled([load(), load()])
  assert.deepEqual(
    waiting.map((each) => each.status === 'rejected' && each.reason.message),
    ['too many open files', 'too many open files'],
  )
  assert.deepEqual(await Promise.all([load(), load(), load()]), ['loaded', 'loaded', 'loaded'])
  assert.equal(loads.length, 2)
})
