import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The places from which a host can be reached. `nowhere` is an address such as 0.0.0.0. */
export type Reach = 'nowhere' | 'machine' | 'network' | 'anywhere'

const ofRange: Readonly<Record<string, Reach>> = {
  unspecified: 'nowhere',
  loopback: 'machine',
  private: 'network',
  linkLocal: 'network',
  uniqueLocal: 'network',
}

/**
 * Returns the reach of an IP address or of a host in a URL, as URL has normalized it. A name is assumed to resolve
 * everywhere, unless it is of a domain for special use.
 */
export function reachOf(host: string): Reach {
  // A name may end in the dot of the root (RFC 1034, section 3.1), which changes nothing about where it leads.
  const bare = host.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '')
  if (isIP(bare)) return ofRange[ipaddr.process(bare).range()] ?? 'anywhere'
  if (/(^|\.)(localhost|localdomain)$/i.test(bare)) return 'machine'
  return /(^|\.)(local|lan|internal|home|home\.arpa|corp|intranet)$/i.test(bare) ? 'network' : 'anywhere'
}

/** Returns true if the address is a unicast address of the Internet, so that everybody can reach it. */
export function isPublicAddress(address: string): boolean {
  if (!isIP(address)) return false
  const read = ipaddr.process(address)
  // Only this part of IPv6 is in use. The rest is special, including parts without a name (RFC 4291, section 2.4).
  const isGlobal = read.kind() === 'ipv4' || read.match(ipaddr.parseCIDR('2000::/3'))
  return isGlobal && read.range() === 'unicast'
}
