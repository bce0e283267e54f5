import { Late } from './exchange.ts'

export interface Limits {
  /** The time that one answer may take, in milliseconds. */
  answerMs: number
  /** The number of answers that may fail to come in that time. */
  late: number
  /** The time that all answers may take together, in milliseconds. */
  allMs: number
}

export const limits: Limits = { answerMs: 15_000, late: 3, allMs: 15 * 60_000 }

/** Ends a run whose server keeps it waiting. */
export class Patience {
  readonly answerMs: number
  readonly #limits: Limits
  readonly #now: () => number
  #late = 0
  #waitedMs = 0

  constructor(given: Limits, now: () => number) {
    this.answerMs = given.answerMs
    this.#limits = given
    this.#now = now
  }

  /** Waits for an answer, and remembers how long that took. */
  async over<T>(answer: Promise<T>): Promise<T> {
    const begun = this.#now()
    try {
      return await answer
    } catch (error) {
      if (error instanceof Late) this.#late++
      throw error
    } finally {
      this.#waitedMs += this.#now() - begun
    }
  }

  /** Why the run has to end; undefined while it may continue. */
  get end(): string | undefined {
    const { late, allMs, answerMs } = this.#limits
    if (this.#late >= late)
      return `the server has not answered within ${answerMs / 1000} s for ${late} times: the run stopped there`
    if (this.#waitedMs > allMs)
      return `the server has taken more than ${allMs / 60_000} minutes to answer: the run stopped there`
    return undefined
  }
}
