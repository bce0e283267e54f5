import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** From where a host can be reached: nowhere for an address that stands for all of a machine's own. */
export type Reach = 'nowhere' | 'machine' | 'network' | 'anywhere'

const ofRange: Readonly<Record<string, Reach>> = {
  unspecified: 'nowhere',
  loopback: 'machine',
  private: 'network',
  linkLocal: 'network',
  uniqueLocal: 'network',
}

/** Of a host as it stands in a URL, or an address; a name is taken for one that everybody can resolve. */
export function reachOf(host: string): Reach {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare)) return ofRange[ipaddr.process(bare).range()] ?? 'anywhere'
  if (/(^|\.)localhost$/i.test(bare)) return 'machine'
  return /\.(local|lan|internal)$/i.test(bare) ? 'network' : 'anywhere'
}

/** Whether everybody can reach it: an address of the Internet, and of one machine. */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false
  const read = ipaddr.process(address)
  // Of IPv6 only this much is in use; the rest is special, also what has no name yet (RFC 4291, 2.4).
  const isGlobal = read.kind() === 'ipv4' || read.match(ipaddr.parseCIDR('2000::/3'))
  return isGlobal && read.range() === 'unicast'
}
