import { Unreachable } from './exchange.ts'
import { isPublic } from './hosts.ts'

/** Keeps a server elsewhere from leading the run to addresses of this machine and of its network. */
export class Reach {
  readonly #typed: ReadonlySet<string>
  readonly #isPublic: (host: string) => Promise<boolean>
  #isBound: Promise<boolean> | undefined

  /** `typed` are the hosts that the command line names: they are asked wherever they are. */
  constructor(typed: readonly string[], isPublicHost = isPublic) {
    this.#typed = new Set(typed)
    this.#isPublic = isPublicHost
  }

  /** @throws {Unreachable} where a host is not to be asked */
  async check(host: string): Promise<void> {
    if (this.#typed.has(host)) return
    this.#isBound ??= this.#areTypedPublic()
    if ((await this.#isBound) && !(await this.#isPublic(host)))
      throw new Unreachable(
        `${host} is in a private network, and the server that names it is not: nothing is sent there`,
      )
  }

  async #areTypedPublic(): Promise<boolean> {
    const all = await Promise.all([...this.#typed].map((host) => this.#isPublic(host)))
    return all.every(Boolean)
  }
}
