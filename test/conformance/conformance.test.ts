// The tests of the certified suite of OpenID Connect, on both databases; docs/conformance.md has the results.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { kinds } from '../databases.ts'
import { keyOf, pageOf, writtenPage } from './page.ts'
import type { Result } from './result.ts'
import { type Plan, plans, type Suite, startSuite } from './suite.ts'

for (const kind of kinds()) {
  describe(`conformance (${kind})`, () => {
    const results = new Map<string, Result>()
    let started: Promise<Suite> | undefined
    after(async () => (await started)?.close())

    for (const [plan, modules] of Object.entries(plans)) {
      // Both databases give the same answers, and each module is a complete sign-in.
      if (plan === 'oidcc-formpost-basic-certification-test-plan' && kind === 'postgres') continue
      test(plan, async () => {
        const suite = await (started ??= startSuite(kind))
        for (const module of modules) {
          try {
            results.set(keyOf(plan as Plan, module), await suite.run(plan as Plan, module))
          } catch (error) {
            throw new Error(`${module} has failed`, { cause: error })
          }
        }
      })
    }

    if (kind === 'sqlite') {
      test('docs/conformance.md has the results ("npm run conformance -- --write")', () => {
        assert.equal(writtenPage(), pageOf(results))
      })
    }
  })
}
