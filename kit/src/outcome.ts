import type { Answer } from './http/exchange.ts'

/** The server does not do what a check expects of it. */
export class Deviation extends Error {
  readonly expected: string
  readonly observed: string
  /** The answer that shows it, where it is not the last one of the check. */
  readonly answer: Answer | undefined

  constructor(expected: string, observed: string, answer?: Answer) {
    super(`expected ${expected}; observed ${observed}`)
    this.expected = expected
    this.observed = observed
    this.answer = answer
  }
}

/** The server does not have what a check is about, and its documents do not demand it. */
export class NotOffered extends Error {}

/** A check cannot tell, for a reason that is not the server's. */
export class Skipped extends Error {}

/** The server asks for fewer requests (429): nothing more is sent. */
export class Stopped extends Error {}

/** The command line, or a file that it names, cannot be used. */
export class UsageError extends Error {}

/** An address is the vendor's: nothing is sent there. */
export class Vendors extends UsageError {}
