/** The most exports that run at once. Each holds a page of the audit log and the data not received yet. */
export const maxAtOnce = 8

/** Limits the exports that run at once: a few in total, and one for each account. */
export class ExportPlaces {
  readonly #accounts = new Set<string>()

  /** Returns a function that gives the place back, or undefined if there is no place. */
  enter(account: string): (() => void) | undefined {
    if (this.#accounts.size >= maxAtOnce || this.#accounts.has(account)) return undefined
    this.#accounts.add(account)
    return () => void this.#accounts.delete(account)
  }
}
