// The simulation predicts what `npm run bench` has measured, and always the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postgresRows, sqliteRows } from '../../bench/costs.ts'
import { closedLoop, sharedCores, simulate } from '../../bench/model.ts'

/** The share by which predictions of one process on SQLite may differ from what was measured. */
const tolerances = {
  'join + hasJoined': { rate: 0.1, p50: 0.15, p95: 0.15 },
  profile: { rate: 0.1, p50: 0.1, p95: 0.1 },
  lookup: { rate: 0.1, p50: 0.1, p95: 0.1 },
}

/** Returns which figures of a row the model misses, if each request costs so many times what was measured. */
function missed(name: keyof typeof tolerances, times = 1): string[] {
  const measured = sqliteRows().get(name)
  assert.ok(measured, name)
  const predicted = closedLoop(measured.cpu * times, { requests: name === 'join + hasJoined' ? 2 : 1 })
  return (['rate', 'p50', 'p95'] as const)
    .filter((figure) => Math.abs(predicted[figure] / measured[figure] - 1) > tolerances[name][figure])
    .map((figure) => `${figure}: ${predicted[figure]}, measured ${measured[figure]}`)
}

for (const name of Object.keys(tolerances) as (keyof typeof tolerances)[])
  test(`predicts what was measured on SQLite: ${name}`, () => {
    assert.deepEqual(missed(name), [])
    for (const times of [1.5, 1 / 1.5])
      assert.equal(missed(name, times).length, 3, `a cost that is ${times} times`)
  })

test('predicts within a quarter what was measured on PostgreSQL', () => {
  assert.equal(postgresRows().size, 4)
  for (const [name, { rate }] of postgresRows()) {
    const share = sharedCores(name) / rate
    assert.ok(share > 0.75 && share < 1.25, `${name}: ${share}`)
  }
})

test('a seed gives the same figures, another one nearly the same', () => {
  const installation = { joinsPerSecond: 2000, processes: 2, databaseCores: 2 }
  assert.deepEqual(simulate({ ...installation, seed: 7 }), simulate({ ...installation, seed: 7 }))
  const [one, other] = [simulate({ ...installation, seed: 7 }), simulate({ ...installation, seed: 8 })]
  assert.notDeepEqual(one, other)
  assert.ok(Math.abs(one.loops / other.loops - 1) < 0.1)
  assert.ok(Math.abs(one.join.p50 / other.join.p50 - 1) < 0.2)
})

test('more load than there is room for makes players wait', () => {
  const busy = simulate({ joinsPerSecond: 8000, processes: 1, databaseCores: 4, seconds: 0.5 })
  assert.ok(busy.loops > 0.99, String(busy.loops))
  assert.ok(busy.hasJoined.p50 > 50, String(busy.hasJoined.p50))
})
