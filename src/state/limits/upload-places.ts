import { networkGroups } from '../../lib/net/address.ts'
import { Gate, GateFull } from '../../lib/queue/gate.ts'

/** The most files that are received at once. Each takes about 5 MB while its form is parsed. */
export const maxAtOnce = 16

/** The share of one network and of one account, so that slow or frequent uploads delay only their own sender. */
export const maxAtOnceOf = { network: 4, account: 6 }

/** The most uploads that wait for a place: in total, of one network, and of one account. */
export const maxWaiting = { all: 256, network: 64, account: 16 }

/** The sender of a file. */
interface Uploader {
  account: string
  address: string
}

/** The uploads of one network or account. */
interface Group {
  gate: Gate
  /** The number of uploads that have a place or wait for one. */
  uploads: number
}

/** Limits the files that are received at once, and with them the memory they need. Senders do not wait for others. */
export class UploadPlaces {
  readonly #all = new Gate(() => maxAtOnce, maxWaiting.all)
  readonly #groups = new Map<string, Group>()
  #uploads = 0

  /** Waits for a place and returns a function that gives it back. Throws GateFull and GateTimeout. */
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
