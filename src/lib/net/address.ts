import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Returns the canonical form of an IP address: IPv4 for IPv4-mapped IPv6 (RFC 4291), RFC 5952 for other IPv6 addresses.
 * Returns undefined for anything else.
 */
export function canonicalAddress(text: string): string | undefined {
  // Sockets report most addresses in this form, which is always canonical.
  if (isIPv4(text)) return text
  const bare = text.replace(/%.*$/, '')
  // An IPv4-compatible address is not an IPv4 address, but the library treats it as IPv4-mapped.
  if (/^::\d+\./.test(bare)) return undefined
  if (!isIPv4(bare) && !ipaddr.IPv6.isValid(bare)) return undefined
  const address = ipaddr.process(bare)
  return address.kind() === 'ipv6' ? (address as ipaddr.IPv6).toRFC5952String() : address.toString()
}

/**
 * Returns the key that a client is counted under: its IPv4 address, or the /64 of its IPv6 address. Text that is not an
 * address, as a proxy may pass on, is returned unchanged.
 */
export function clientNetwork(address: string): string {
  // Node.js matches IPv6 with a long regular expression, and most clients use IPv4.
  if (!address.includes(':') || !isIPv6(address)) return address
  // Only addresses with these first characters can be IPv4-mapped.
  const canonical = /^[:0]/.test(address) ? (canonicalAddress(address) ?? address) : address
  return canonical.includes(':') ? `${upperHalf(canonical).join(':')}::/64` : canonical
}

/**
 * Returns the networks that a client belongs to, the widest first. For IPv6 these are the /48, /56 and /64, because a
 * customer may be assigned any of them. For IPv4 it is the address alone.
 */
export function networkGroups(address: string): string[] {
  const network = clientNetwork(address)
  if (!network.endsWith('::/64')) return [network]
  const [first, second, third, fourth = '0'] = network.split(':')
  const site = `${first}:${second}:${third}`
  const upperByte = (Number.parseInt(fourth, 16) >> 8).toString(16)
  return [`${site}::/48`, `${site}:${upperByte}00::/56`, network]
}

/** Returns the first four of the eight groups of an IPv6 address. The library takes about 50 microseconds for this. */
function upperHalf(address: string): string[] {
  const [left = '', right] = (address.split('%', 1)[0] ?? '').split('::')
  const groups = left === '' ? [] : left.split(':')
  const after = right ? right.split(':') : []
  const written = groups.length + after.length + (right?.includes('.') ? 1 : 0)
  if (right !== undefined) groups.push(...Array<string>(8 - written).fill('0'), ...after)
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
}
