import { type NetworkBits, networkBits, prefixOf } from '../../lib/net/network.ts'

/** Networks of one size and prefix length: by prefix, when their bans end. */
interface Level {
  size: NetworkBits['size']
  length: number
  ends: Map<number | string, number>
}

/**
 * Bans made by hand: of clients, and of networks that hold many of them. For a client as many maps are asked as
 * there are prefix lengths among the networks, and one where there are no networks.
 */
export class ManualBans {
  /** When the ban ends, by client or network; Infinity where it does not. */
  readonly #ends = new Map<string, number>()
  #levels: Level[] = []

  set(network: string, endsAt: number): void {
    this.#ends.set(network, endsAt)
    const found = wideNetwork(network)
    if (!found) return
    const { bits, length } = found
    const level = this.#levelOf(bits, length) ?? { size: bits.size, length, ends: new Map() }
    if (level.ends.size === 0) this.#levels.push(level)
    level.ends.set(prefixOf(bits, length), endsAt)
  }

  delete(network: string): void {
    this.#ends.delete(network)
    const found = wideNetwork(network)
    const level = found && this.#levelOf(found.bits, found.length)
    if (!level) return
    level.ends.delete(prefixOf(found.bits, found.length))
    this.#levels = this.#levels.filter(({ ends }) => ends.size > 0)
  }

  networks(): Iterable<string> {
    return this.#ends.keys()
  }

  ends(): Iterable<number> {
    return this.#ends.values()
  }

  /** When the last ban ends that a client is under; undefined where it is under none. */
  endOf(client: string): number | undefined {
    const own = this.#ends.get(client)
    if (this.#levels.length === 0) return own
    const bits = networkBits(client)
    if (!bits) return own
    let last = own
    for (const { size, length, ends } of this.#levels) {
      const end = size === bits.size ? ends.get(prefixOf(bits, length)) : undefined
      if (end !== undefined && (last === undefined || end > last)) last = end
    }
    return last
  }

  #levelOf(bits: NetworkBits, wanted: number): Level | undefined {
    return this.#levels.find(({ size, length }) => size === bits.size && length === wanted)
  }
}

/** Undefined for a client: an IPv4 address, or a /64. */
function wideNetwork(network: string): { bits: NetworkBits; length: number } | undefined {
  const prefix = network.split('/', 2)[1]
  const bits = prefix === undefined || prefix === '64' ? undefined : networkBits(network)
  return bits && { bits, length: Number(prefix) }
}
