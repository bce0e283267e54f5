/** `warning`: it works, but may not be intended. `skipped`: something else has to be fixed first. */
type State = 'ok' | 'warning' | 'wrong' | 'skipped'

/** The result of a check, on one line. */
export interface Finding {
  readonly state: State
  readonly message: string
  /** The remedy; null if the message contains it. */
  readonly remedy: string | null
}

/** The result of a check that may find several things, or nothing. */
export type Findings = Finding | readonly Finding[]

/** Returns the findings of the conditions that hold. */
export const found = (...findings: readonly (Findings | false | undefined)[]): Finding[] =>
  findings.flat().filter((finding) => finding !== false && finding !== undefined)

export const ok = (message: string): Finding => ({ state: 'ok', message, remedy: null })
export const skipped = (why: string): Finding => ({ state: 'skipped', message: why, remedy: null })
export const warning = (message: string, remedy: string): Finding => ({ state: 'warning', message, remedy })
export const wrong = (message: string, remedy: string): Finding => ({ state: 'wrong', message, remedy })
