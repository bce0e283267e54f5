import { randomInt } from 'node:crypto'
import type { TestContext } from 'node:test'

/**
 * Returns random numbers from 0 to 1 for a seed that the test prints: `NORN_TEST_SEED=… npm test -- NAME` gives the
 * same numbers again (mulberry32).
 */
export function seeded(t: TestContext): () => number {
  const given = process.env['NORN_TEST_SEED']
  let state = given === undefined ? randomInt(2 ** 31) : Number(given)
  t.diagnostic(`NORN_TEST_SEED=${state}`)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
