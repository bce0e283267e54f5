// The result in the suite's words: PASSED, WARNING (a "should" that is not met) or SKIPPED (not offered).
export interface Result {
  outcome: 'passed' | 'warning' | 'skipped'
  /** The answer, if it is not clear from the name. */
  note: string
}

export const passed = (note = ''): Result => ({ outcome: 'passed', note })
export const warning = (note: string): Result => ({ outcome: 'warning', note })
export const skipped = (note: string): Result => ({ outcome: 'skipped', note })
