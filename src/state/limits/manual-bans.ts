import { BlockList, isIP } from 'node:net'

/**
 * The manual bans, of clients and of networks that contain many clients. However many networks are banned, a single
 * lookup shows whether a client is in any of them.
 */
export class ManualBans {
  /** The time at which the ban of a client or network ends, or Infinity. */
  readonly #ends = new Map<string, number>()
  readonly #networks = new Map<string, BlockList>()
  /** All banned networks. Undefined after a change. */
  #all: BlockList | undefined

  set(network: string, endsAt: number): void {
    this.#ends.set(network, endsAt)
    if (!isWide(network)) return
    this.#networks.set(network, listOf([network]))
    this.#all = undefined
  }

  delete(network: string): void {
    this.#ends.delete(network)
    if (this.#networks.delete(network)) this.#all = undefined
  }

  networks(): Iterable<string> {
    return this.#ends.keys()
  }

  ends(): Iterable<number> {
    return this.#ends.values()
  }

  /** Returns the latest end of the bans that apply to a client, or undefined if there are none. */
  endOf(client: string): number | undefined {
    const own = this.#ends.get(client)
    const address = addressOf(client)
    // A proxy may pass on any text as an address.
    if (this.#networks.size === 0 || isIP(address) === 0) return own
    this.#all ??= listOf(this.#networks.keys())
    const isUnder = (list: BlockList) => list.check(address, familyOf(address))
    if (!isUnder(this.#all)) return own
    const found = [...this.#networks].flatMap(([network, list]) => (isUnder(list) ? [network] : []))
    return Math.max(own ?? 0, ...found.map((network) => this.#ends.get(network) ?? 0))
  }
}

const addressOf = (network: string): string => network.split('/', 1)[0] ?? ''
const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Returns true if the network contains more than one client, which is an IPv4 address or a /64. */
const isWide = (network: string): boolean =>
  network.includes('/') && !network.endsWith('/64') && isIP(addressOf(network)) !== 0

function listOf(networks: Iterable<string>): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const address = addressOf(network)
    list.addSubnet(address, Number(network.split('/', 2)[1]), familyOf(address))
  }
  return list
}
