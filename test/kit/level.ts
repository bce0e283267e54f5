// The level of each profile, computed from the results of the checks as the contract of report.json defines it.
import assert from 'node:assert/strict'
import type { Report } from '../../kit/src/report/report.ts'

/** Compares counts and levels of a report with its checks. */
export function assertLevels({ profiles, checks }: Report): void {
  assert.deepEqual([...new Set(checks.map(({ profile }) => profile))], Object.keys(profiles))
  for (const [name, profile] of Object.entries(profiles)) {
    const results = checks.filter((check) => check.profile === name).map(({ result }) => result)
    const count = (wanted: string): number => results.filter((result) => result === wanted).length
    const [pass, fail, warn, known] = ['pass', 'fail', 'warn', 'expected-fail'].map(count) as [
      number,
      number,
      number,
      number,
    ]
    const levels = {
      fails: fail + known > 0,
      'not-run': pass + warn === 0,
      conformant: warn > 0,
      strict: true,
    }
    const level = Object.entries(levels).find(([, isIt]) => isIt)?.[0]
    assert.deepEqual(
      profile,
      {
        level,
        pass,
        fail,
        warn,
        notOffered: count('not-offered'),
        skipped: count('skipped'),
        expectedFail: known,
      },
      name,
    )
  }
}
