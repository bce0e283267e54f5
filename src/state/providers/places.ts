import { ExchangeFailed } from './exchange-failed.ts'

/** Limits the exchanges at once with one service, so that a slow one keeps few requests of this process waiting. */
export class Places {
  readonly #most: number
  readonly #taken = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Does the work. Throws ExchangeFailed `unanswered` if as much of it is being done for this service. */
  async during<T>(service: string, work: () => Promise<T>): Promise<T> {
    const taken = this.#taken.get(service) ?? 0
    if (taken >= this.#most) throw new ExchangeFailed('unanswered', 'too many at once')
    this.#taken.set(service, taken + 1)
    try {
      return await work()
    } finally {
      const left = (this.#taken.get(service) ?? 1) - 1
      if (left > 0) this.#taken.set(service, left)
      else this.#taken.delete(service)
    }
  }
}
