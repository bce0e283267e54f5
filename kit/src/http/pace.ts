/** Lets requests pass no faster than a rate. */
export class Pace {
  readonly #gapMs: number
  readonly #now: () => number
  readonly #sleep: (ms: number) => Promise<void>
  #next = 0

  /** `perSecond` may be infinite. */
  constructor(perSecond: number, now: () => number, sleep: (ms: number) => Promise<void>) {
    this.#gapMs = 1000 / perSecond
    this.#now = now
    this.#sleep = sleep
  }

  /** Resolves when the next request may be sent. */
  async turn(): Promise<void> {
    if (this.#gapMs === 0) return
    const now = this.#now()
    const at = Math.max(now, this.#next)
    this.#next = at + this.#gapMs
    if (at > now) await this.#sleep(at - now)
  }
}
