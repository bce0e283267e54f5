// A short run of the fuzzer (npm run fuzz), the same each time, with everything that longer runs have found.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { fuzz } from '../fuzz/run.ts'
import { readVectors } from '../fuzz/vectors.ts'
import { databases, kinds } from './databases.ts'

const vectors = readVectors(fileURLToPath(new URL('../fuzz/vectors', import.meta.url)))

for (const kind of kinds()) {
  test(`10,000 inputs, and earlier findings, break no rule (${kind})`, async (t) => {
    const database = await databases[kind]()
    t.after(() => database.drop())
    const began = performance.now()
    const { findings, counts, memory } = await fuzz({
      seed: 1,
      inputs: 10_000,
      vectors,
      variables: { NORN_DATABASE_URL: database.url },
      progress: () => undefined,
      found: () => undefined,
    })
    t.diagnostic(`${Math.round(performance.now() - began)} ms, ${JSON.stringify({ counts, memory })}`)
    assert.deepEqual(
      findings.map(
        ({ rule, where, detail, index }) => `${rule}: ${where}: ${detail.slice(0, 200)} (${index})`,
      ),
      [],
    )
  })
}
