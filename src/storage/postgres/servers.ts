/** The servers that a URL names, only one of which takes writes at a time. */
export class Servers {
  readonly #urls: readonly string[]
  readonly #leaves: ((server: string) => void)[] = []
  #at = 0
  #primary: string | undefined

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

  /**
   * Notes that a server has just said that it takes writes. If another one did before, it has been replaced, and must
   * not be asked any more: it may be frozen, and answer from what it knew once it continues.
   */
  takesWrites(server: string): void {
    const before = this.#primary
    this.#primary = server
    this.#at = this.#urls.indexOf(server)
    if (before !== undefined && before !== server) for (const leave of this.#leaves) leave(server)
  }

  /** `leave` ends connections to all servers but the one that it is given. */
  onReplaced(leave: (server: string) => void): void {
    this.#leaves.push(leave)
  }
}
