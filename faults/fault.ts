/** A deliberate fault, and the tests that have to notice it. */
export interface Fault {
  /** The rule that it breaks, in one sentence. */
  rule: string
  /** A text that occurs once in src/, in any file, and its replacement. */
  from: string
  to: string
  /** Test files that `npm test` runs. */
  tests: readonly string[]
  /** The database on which they notice it; SQLite if it does not matter, and for tests of one database. */
  on?: 'postgres'
  /** Narrows long files down to the tests that matter. */
  named?: string
}
