/** A value of the service as its answers let us know it. While a request has no answer, it has one of two values. */
export class Claim<Value> {
  #known: Value
  #wanted: { value: Value } | undefined

  constructor(known: Value) {
    this.#known = known
  }

  get known(): Value {
    return this.#known
  }

  /** True if a request that would change it was never answered. */
  get isOpen(): boolean {
    return this.#wanted !== undefined
  }

  /** The values that it may have. */
  get possible(): Value[] {
    return this.#wanted === undefined ? [this.#known] : [this.#known, this.#wanted.value]
  }

  /** Sends a change. The service has said yes if `send` resolves to true, no with false; without an answer it throws. */
  async change(value: Value, send: () => Promise<boolean>): Promise<boolean> {
    this.#wanted = { value }
    const isYes = await send()
    if (isYes) this.#known = value
    this.#wanted = undefined
    return isYes
  }

  /** Returns true if the service may have this value, which is known from now on. */
  settle(value: Value): boolean {
    const mayBe = this.possible.includes(value)
    this.#known = value
    this.#wanted = undefined
    return mayBe
  }

  /** Forgets what was known, after a change of something that this depends on. */
  assume(value: Value): void {
    this.#known = value
    this.#wanted = undefined
  }
}
