// The growth that "npm run soak" finds in its samples, and the rate that it keeps to.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paceOf } from '../../soak/asking.ts'
import { growth, type Sample } from '../../soak/samples.ts'

const steady: Sample = {
  rss: 200,
  heap: 40,
  external: 10,
  handles: 30,
  files: 40,
  data: 20,
  audit: 1,
  p99: 20,
  requests: 1000,
}

const growing = (how: (at: number) => Partial<Sample>) =>
  growth(Array.from({ length: 20 }, (_, at) => ({ ...steady, ...how(at) })))
    .filter(({ isWithin }) => !isWithin)
    .map(({ what }) => what)

test('growth from the second tenth to the last is found, and that of the first is the warm-up', () => {
  assert.deepEqual(
    growing(() => ({})),
    [],
  )
  assert.deepEqual(
    growing((at) => ({ rss: Math.min(200, 100 + 50 * at), heap: Math.min(40, 10 + 15 * at), audit: at })),
    [],
  )
  assert.deepEqual(
    growing((at) => ({ heap: 40 + at })),
    ['heap'],
  )
  assert.deepEqual(
    growing((at) => ({ handles: 30 + 2 * at, files: 40 + 2 * at })),
    ['handles', 'files'],
  )
  assert.deepEqual(
    growing((at) => ({ rss: 200 + 5 * at, data: 20 + 2 * at, p99: 20 + 10 * at })),
    ['rss', 'data', 'p99'],
  )
})

test('requests keep to a rate, and those that nobody made are not made up for', async () => {
  const turn = paceOf(200)
  const began = performance.now()
  for (let request = 0; request < 10; request++) await turn()
  assert.ok(performance.now() - began >= 45)
  await new Promise((resolve) => setTimeout(resolve, 60))
  const later = performance.now()
  for (let request = 0; request < 10; request++) await turn()
  assert.ok(performance.now() - later >= 40)
})
