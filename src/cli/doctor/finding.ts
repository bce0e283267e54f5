/** `warning`: it works, and may not be what was meant. `skipped`: something else has to be put right first. */
export type State = 'ok' | 'warning' | 'wrong' | 'skipped'

/** What a check has found, in one line. */
export interface Finding {
  readonly state: State
  readonly message: string
  /** What to do; in the message itself where that is of other code. */
  readonly remedy: string | null
}

export const ok = (message: string): Finding => ({ state: 'ok', message, remedy: null })
export const skipped = (why: string): Finding => ({ state: 'skipped', message: why, remedy: null })
export const warning = (message: string, remedy: string): Finding => ({ state: 'warning', message, remedy })
export const wrong = (message: string, remedy: string): Finding => ({ state: 'wrong', message, remedy })
