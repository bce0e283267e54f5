import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RecentMap } from '../../../src/lib/measure/recent-map.ts'

test('the last half of the entries that were set is found', () => {
  const map = new RecentMap<string, number>({ max: 10 })
  for (let each = 0; each < 1000; each++) {
    map.set(`${each}`, each)
    for (let last = Math.max(0, each - 4); last <= each; last++) assert.equal(map.get(`${last}`), last)
  }
})

test('an entry that somebody keeps finding stays, the others go', () => {
  const map = new RecentMap<string, number>({ max: 10 })
  map.set('kept', -1)
  for (let each = 0; each < 1000; each++) {
    map.set(`${each}`, each)
    assert.equal(map.get('kept'), -1, `after ${each}`)
  }
  const found = Array.from({ length: 1000 }, (_, each) => map.get(`${each}`)).filter(
    (value) => value !== undefined,
  )
  assert.ok(found.length < 10, `${found.length} others`)
})

test('a new value replaces the old one, also in the half that goes next', () => {
  const map = new RecentMap<string, number>({ max: 4 })
  map.set('a', 1)
  map.set('b', 2)
  map.set('c', 3)
  map.set('a', 4)
  assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [4, 2, 3])
})
