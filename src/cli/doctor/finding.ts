/** `warning`: it works, but may not be intended. `skipped`: something else has to be fixed first. */
type State = 'ok' | 'warning' | 'wrong' | 'skipped'

/** The result of a check, on one line. */
export interface Finding {
  readonly state: State
  readonly message: string
  /** The remedy; null if the message contains it. */
  readonly remedy: string | null
}

/** Returns the findings of the conditions that hold. */
export const found = (...findings: readonly (Finding | false | undefined)[]): Finding[] =>
  findings.filter((finding) => finding !== false && finding !== undefined)

export const ok = (message: string): Finding => ({ state: 'ok', message, remedy: null })
export const skipped = (why: string): Finding => ({ state: 'skipped', message: why, remedy: null })
export const warning = (message: string, remedy: string): Finding => ({ state: 'warning', message, remedy })
export const wrong = (message: string, remedy: string): Finding => ({ state: 'wrong', message, remedy })
