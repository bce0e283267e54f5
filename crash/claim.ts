/** A value of the service as its answers let us know it. While requests have no answer, it may have what they wanted. */
export class Claim<Value> {
  #known: Value
  #wanted: Value[] = []

  constructor(known: Value) {
    this.#known = known
  }

  get known(): Value {
    return this.#known
  }

  /** True if a request that would change it was never answered. */
  get isOpen(): boolean {
    return this.#wanted.length > 0
  }

  /** The values that it may have. */
  get possible(): Value[] {
    return [this.#known, ...this.#wanted]
  }

  /** Sends a change. The service has said yes if `send` resolves to true, no with false; without an answer it throws. */
  async change(value: Value, send: () => Promise<boolean>): Promise<boolean> {
    const before = this.#wanted
    this.#wanted = [...before, value]
    const isYes = await send()
    this.#wanted = isYes ? [] : before
    if (isYes) this.#known = value
    return isYes
  }

  /** Returns true if the service may have this value, which is known from now on. */
  settle(value: Value): boolean {
    const mayBe = this.possible.includes(value)
    this.assume(value)
    return mayBe
  }

  /** Forgets what was known, after a change of something that this depends on. */
  assume(value: Value): void {
    this.#known = value
    this.#wanted = []
  }
}
