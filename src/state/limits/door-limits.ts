import { LRUCache } from 'lru-cache'
import type { Clock } from '../../lib/measure/clock.ts'
import { TokenBucket } from '../../lib/measure/token-bucket.ts'
import { minuteMs } from '../../lib/measure/units.ts'
import { networkGroups } from '../../lib/net/address.ts'

/** The connections of one network at once. */
const atOnce = 8

/** The logins of one network: so many at once, and as many each minute. */
const logins = 10

export const maxNetworks = 10_000

/** The factors for a /64, its /56 and its /48: the wider a network, the more people it may have. */
const shares = [1, 4, 16]

/** Limits on those who come to the link door, by network. */
export class DoorLimits {
  readonly #connections = new Map<string, number>()
  readonly #logins: LRUCache<string, TokenBucket>

  constructor(monotonic: Clock) {
    this.#logins = new LRUCache({
      max: maxNetworks,
      memoMethod: (key) => {
        const size = logins * Number(key.split(' ', 1)[0])
        return new TokenBucket(monotonic, size, minuteMs / size)
      },
    })
  }

  /** Counts a connection and returns a function that ends it, or undefined if its network has too many. */
  enter(address: string): (() => void) | undefined {
    const networks = networksOf(address)
    if (networks.some(({ key, share }) => this.#countOf(key) >= atOnce * share)) return undefined
    for (const { key } of networks) this.#connections.set(key, this.#countOf(key) + 1)
    return () => {
      for (const { key } of networks) {
        const left = this.#countOf(key) - 1
        if (left > 0) this.#connections.set(key, left)
        else this.#connections.delete(key)
      }
    }
  }

  /** Counts a login, and returns false if there have been too many. */
  takeLogin(address: string): boolean {
    return networksOf(address).every(({ key }) => this.#logins.memo(key).take())
  }

  #countOf(key: string): number {
    return this.#connections.get(key) ?? 0
  }
}

const networksOf = (address: string) =>
  networkGroups(address)
    .toReversed()
    .map((network, at) => {
      const share = shares[at] ?? 1
      return { key: `${share} ${network}`, share }
    })
