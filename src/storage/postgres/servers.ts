import { type Clock, monotonicClock } from '../../lib/measure/clock.ts'

/** A server that has not answered is left out for so long, in milliseconds, while another one answers. */
const silenceMs = 2000

/** The servers that a URL names, only one of which takes writes at a time. */
export class Servers {
  readonly #urls: readonly string[]
  readonly #clock: Clock
  /** Until when each is left out, by its place in the URL. */
  readonly #silentUntil: number[]
  readonly #leaves: ((server: string) => void)[] = []
  #at = 0
  #primary: string | undefined

  constructor(urls: readonly string[], clock: Clock = monotonicClock) {
    this.#urls = urls
    this.#clock = clock
    this.#silentUntil = urls.map(() => 0)
  }

  get count(): number {
    return this.#urls.length
  }

  /** The server to which new connections go. */
  get current(): string {
    return this.#urls[this.#at] ?? ''
  }

  /**
   * Moves on to the next server because `failed` can't be used, unless another caller has already done so. With
   * `isSilent`, it was waited for in vain: others, which say at once that they only read, are asked first for a while.
   */
  moveOn(failed: string, isSilent = false): void {
    const now = this.#clock()
    if (isSilent) this.#silentUntil[this.#urls.indexOf(failed)] = now + silenceMs
    if (this.current !== failed) return
    const order = this.#urls.map((_, step) => (this.#at + 1 + step) % this.#urls.length)
    this.#at = order.find((at) => now >= (this.#silentUntil[at] ?? 0)) ?? order[0] ?? 0
  }

  /**
   * Notes that a server has just said that it takes writes. If another one did before, it has been replaced, and must
   * not be asked any more: it may be frozen, and answer from what it knew once it continues.
   */
  takesWrites(server: string): void {
    const before = this.#primary
    this.#primary = server
    this.#at = this.#urls.indexOf(server)
    this.#silentUntil[this.#at] = 0
    if (before !== undefined && before !== server) for (const leave of this.#leaves) leave(server)
  }

  /** `leave` ends connections to all servers but the one that it is given. */
  onReplaced(leave: (server: string) => void): void {
    this.#leaves.push(leave)
  }
}
