import { setTimeout } from 'node:timers/promises'

/** The time that a caller waits for a value that is read again, before the known one has to do. */
const patienceMs = 500

/**
 * Lets callers wait for a reading that may hang: up to half a second, and as long as it hangs, nobody else waits.
 * A reading must not reject.
 */
export class Patience {
  #late: Promise<unknown> | undefined

  /** Returns true if an earlier reading hangs. The caller then uses what it knows. */
  get isSpent(): boolean {
    return this.#late !== undefined
  }

  /** Resolves with the result, or with `otherwise` when that takes too long. */
  async wait<T>(reading: Promise<T>, otherwise: T): Promise<T> {
    let isOver = false
    const done = reading.finally(() => {
      isOver = true
      if (this.#late === done) this.#late = undefined
    })
    const late = setTimeout(patienceMs, otherwise, { ref: false }).then((value) => {
      if (!isOver) this.#late = done
      return value
    })
    return Promise.race([done, late])
  }

  /** Forgets a reading that hangs. */
  renew(): void {
    this.#late = undefined
  }
}
