/** Exports that are on their way at once: each holds a page of the audit log and what its reader has not taken yet. */
const maxAtOnce = 8

/** Bounds the exports on their way: a few in all, and one for each account. */
export class ExportPlaces {
  readonly #accounts = new Set<string>()

  /** Answers what gives the place back; undefined where there is none. */
  enter(account: string): (() => void) | undefined {
    if (this.#accounts.size >= maxAtOnce || this.#accounts.has(account)) return undefined
    this.#accounts.add(account)
    return () => void this.#accounts.delete(account)
  }
}
