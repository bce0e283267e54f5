/** The servers that a URL names, only one of which takes writes at a time. */
export class Servers {
  readonly #urls: readonly string[]
  #at = 0

  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  get count(): number {
    return this.#urls.length
  }

  /** The server to which new connections go. */
  get current(): string {
    return this.#urls[this.#at] ?? ''
  }

  /** Moves on to the next server because `failed` can't be used, unless another caller has already done so. */
  moveOn(failed: string): void {
    if (this.current === failed) this.#at = (this.#at + 1) % this.#urls.length
  }
}
