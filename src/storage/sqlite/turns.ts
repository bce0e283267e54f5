import { DatabaseUnavailable } from '../../model/database-unavailable.ts'

/** Lets one in at a time, in the order of asking. */
export class Turns {
  readonly #line: (() => void)[] = []
  #taken = false

  get taken(): boolean {
    return this.#taken
  }

  /** Resolves when it is the caller's turn; throws DatabaseUnavailable if that takes longer. */
  async take(patienceMs: number): Promise<void> {
    if (!this.#taken) {
      this.#taken = true
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      this.#line.splice(this.#line.indexOf(enter), 1)
      reject(new DatabaseUnavailable(`no turn to write within ${patienceMs} ms`))
    }
    const timer = Number.isFinite(patienceMs) ? setTimeout(giveUp, patienceMs) : undefined
    const enter = () => {
      clearTimeout(timer)
      resolve()
    }
    this.#line.push(enter)
    await promise
  }

  /** Ends the turn; the next one's begins at once. */
  end(): void {
    const next = this.#line.shift()
    if (next) next()
    else this.#taken = false
  }
}
