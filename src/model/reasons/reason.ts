/** One reason to decline what administrators ask for. */
export interface Reason {
  /** The requests of the API that may be declined. Without it, their routes list the reason. */
  readonly at?: readonly string[]
  /** The status of the answer, 422 unless given. */
  readonly status?: 401 | 403 | 404 | 409 | 429
  /** English words of the API: a sentence, and one that says what to do. */
  readonly sentence: string
  /** The words of commands, if they differ. */
  readonly command?: string
  /** The arguments of commands that it may be about; never a password. */
  readonly argument?: readonly string[]
  /** For docs/errors.md: when it is declined, and what helps. */
  readonly when: string
  readonly remedy: string
}

export type Reasons = Readonly<Record<string, Reason>>
