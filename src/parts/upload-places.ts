import { networkGroups } from '../lib/address.ts'
import { Gate, GateFull } from '../lib/gate.ts'

/** Files that are received at once: of some 5 MB each, while its form is taken apart. */
const maxAtOnce = 16

/** Of these, one network's: who sends slowly, or a lot, holds up himself. */
const maxAtOnceOfNetwork = 4

/** Uploads that wait for a place, of all networks together and of one. */
const maxWaiting = { all: 256, network: 64 }

interface Network {
  gate: Gate
  /** Uploads that have a place or wait for one. */
  uploads: number
}

/** Bounds the files that are received at once, and so the memory for them; networks do not wait for one another. */
export class UploadPlaces {
  readonly #all = new Gate(() => maxAtOnce, maxWaiting.all)
  readonly #networks = new Map<string, Network>()
  #uploads = 0

  /** Resolves once there is a place, with what gives it back. Throws GateFull, GateTimeout. */
  async enter(address: string, timeoutMs: number): Promise<() => void> {
    if (this.#uploads >= maxAtOnce + maxWaiting.all) throw new GateFull()
    const [name = address] = networkGroups(address)
    const network = this.#networks.get(name) ?? {
      gate: new Gate(() => maxAtOnceOfNetwork, maxWaiting.network),
      uploads: 0,
    }
    this.#networks.set(name, network)
    this.#uploads++
    network.uploads++
    const forget = () => {
      this.#uploads--
      if (--network.uploads === 0) this.#networks.delete(name)
    }
    try {
      await network.gate.enter(timeoutMs)
      await this.#all.enter(timeoutMs).catch((error: unknown) => {
        network.gate.leave()
        throw error
      })
    } catch (error) {
      forget()
      throw error
    }
    return () => {
      this.#all.leave()
      network.gate.leave()
      forget()
    }
  }
}
