import type { ProfileName, Result } from '../check.ts'
import type { LayoutName } from '../layouts/layout.ts'

/** `strict`: neither failure nor warning; `conformant`: no failure, also none that was expected. */
export type ProfileLevel = 'strict' | 'conformant' | 'fails' | 'not-run'

export interface ProfileResult {
  level: ProfileLevel
  pass: number
  fail: number
  warn: number
  notOffered: number
  skipped: number
  expectedFail: number
}

/** The result of one check. Tokens and passwords are masked. */
export interface CheckResult {
  id: string
  profile: ProfileName
  title: string
  level: 'must' | 'should'
  result: Result
  /** The demand of the rule, and what was there instead; or the reason why it was not tried. */
  expected: string
  observed: string
  breaks: string
  source: string
  /** The request and the answer that show it, where there are any. */
  request?: ShownRequest
  answer?: ShownAnswer
}

export interface ShownRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: string
}

export interface ShownAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

export interface Report {
  kit: { name: string; version: string }
  /** When the run began; ISO 8601. */
  date: string
  /** `--seed` repeats what chance did. */
  seed: number
  target: { url: string; layout: LayoutName; implementation: { name: string; version: string } }
  /** Why the run ended early; absent where it did not. */
  stopped?: string
  profiles: Partial<Record<ProfileName, ProfileResult>>
  checks: CheckResult[]
}

const counters = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warn',
  'not-offered': 'notOffered',
  skipped: 'skipped',
  'expected-fail': 'expectedFail',
} as const

/** Counts the results of a profile, and says its level. */
export function summarise(results: readonly Result[], isComplete: boolean): ProfileResult {
  const counts = { pass: 0, fail: 0, warn: 0, notOffered: 0, skipped: 0, expectedFail: 0 }
  for (const result of results) counts[counters[result]]++
  return { level: levelOf(counts, isComplete), ...counts }
}

function levelOf(counts: Omit<ProfileResult, 'level'>, isComplete: boolean): ProfileLevel {
  if (counts.fail + counts.expectedFail > 0) return 'fails'
  if (counts.pass + counts.warn === 0 || !isComplete) return 'not-run'
  return counts.warn > 0 ? 'conformant' : 'strict'
}
