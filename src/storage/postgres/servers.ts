/** The servers that a URL names, of which one at a time takes writes. */
export class Servers {
  readonly #urls: readonly string[]
  #at = 0

  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  get count(): number {
    return this.#urls.length
  }

  /** The one that new connections go to. */
  get current(): string {
    return this.#urls[this.#at] ?? ''
  }

  /** The next one's turn, since `failed` can't be used; unless somebody has seen that before. */
  moveOn(failed: string): void {
    if (this.current === failed) this.#at = (this.#at + 1) % this.#urls.length
  }
}
