/** A fault as somebody could make it, and the tests that have to notice. */
export interface Fault {
  /** The rule that it breaks, as it would be told to whoever broke it. */
  rule: string
  /** Text that occurs once in src/, whatever file that is, and what stands there instead. */
  from: string
  to: string
  /** Test files, of those that `npm test` runs. */
  tests: readonly string[]
  /** Narrows long files to the tests that matter. */
  named?: string
}
