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
