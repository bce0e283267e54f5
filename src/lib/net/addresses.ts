import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** Returns the addresses of a name, or the address itself; an empty list for an unknown name. */
export async function addressesOf(hostname: string): Promise<string[]> {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(bare)) return [bare]
  const found = await lookup(bare, { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}

/** Returns the range of an address as its library calls it, such as `loopback`, `private` or `unicast`. */
export const rangeOf = (address: string): string => ipaddr.process(address).range()
