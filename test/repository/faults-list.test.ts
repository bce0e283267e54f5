// `npm run faults` plants these in a copy of the tree, which takes minutes; this test checks that each still has
// its place.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { faults } from '../../faults/list.ts'
import { plant, sourcesOf } from '../../faults/sources.ts'
import { isMeasuring } from '../run/quick.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('every deliberate fault has its place in the source, and tests that npm test runs', () => {
  const sources = sourcesOf(root)
  const homeless: string[] = []
  for (const [layer, some] of Object.entries(faults)) {
    for (const fault of some) {
      const about = `${layer}: ${fault.rule}`
      try {
        plant(sources, fault)
      } catch (error) {
        homeless.push(`${about}: ${String(error)}`)
      }
      assert.ok(fault.tests.length > 0, about)
      for (const file of fault.tests)
        assert.ok(existsSync(root + file) && !isMeasuring(file), `${about}: ${file}`)
    }
  }
  assert.deepEqual(homeless, [])
})
