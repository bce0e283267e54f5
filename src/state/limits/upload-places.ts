import { networkGroups } from '../../lib/net/address.ts'
import { Gate, GateFull } from '../../lib/queue/gate.ts'

/** Files that are received at once: of some 5 MB each, while its form is taken apart. */
const maxAtOnce = 16

/** The share of one network and of one account: slow or frequent uploads hold up only their own sender. */
const maxAtOnceOf = { network: 4, account: 6 }

/** Uploads that wait for a place: all together, of one network, and of one account. */
const maxWaiting = { all: 256, network: 64, account: 16 }

/** The sender of a file. */
export interface Uploader {
  account: string
  address: string
}

/** The uploads of one network, or of one account. */
interface Group {
  gate: Gate
  /** Uploads that have a place or wait for one. */
  uploads: number
}

/** Bounds the files that are received at once, and so the memory for them; senders do not wait for one another. */
export class UploadPlaces {
  readonly #all = new Gate(() => maxAtOnce, maxWaiting.all)
  readonly #groups = new Map<string, Group>()
  #uploads = 0

  /** Resolves once there is a place, with a function that gives it back. Throws GateFull, GateTimeout. */
  async enter({ account, address }: Uploader, timeoutMs: number): Promise<() => void> {
    if (this.#uploads >= maxAtOnce + maxWaiting.all) throw new GateFull()
    const [network = address] = networkGroups(address)
    this.#uploads++
    const ends: (() => void)[] = [() => void this.#uploads--]
    const leave = () => {
      for (const end of ends.toReversed()) end()
    }
    try {
      for (const [kind, name] of [
        ['network', network],
        ['account', account],
      ] as const) {
        const group = this.#join(kind, name)
        ends.push(() => this.#quit(kind, name, group))
        await group.gate.enter(timeoutMs)
        ends.push(() => group.gate.leave())
      }
      await this.#all.enter(timeoutMs)
      ends.push(() => this.#all.leave())
    } catch (error) {
      leave()
      throw error
    }
    return leave
  }

  #join(kind: keyof typeof maxAtOnceOf, name: string): Group {
    const group = this.#groups.get(`${kind}:${name}`) ?? {
      gate: new Gate(() => maxAtOnceOf[kind], maxWaiting[kind]),
      uploads: 0,
    }
    this.#groups.set(`${kind}:${name}`, group)
    group.uploads++
    return group
  }

  #quit(kind: keyof typeof maxAtOnceOf, name: string, group: Group): void {
    if (--group.uploads === 0) this.#groups.delete(`${kind}:${name}`)
  }
}
