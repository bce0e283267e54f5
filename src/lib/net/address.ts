import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The one written form of an address: IPv4-mapped IPv6 is IPv4 (RFC 4291), IPv6 as RFC 5952 has it. */
export function canonicalAddress(text: string): string | undefined {
  // What sockets give most often, and always in this form.
  if (isIPv4(text)) return text
  const bare = text.replace(/%.*$/, '')
  // An IPv4-compatible address is not an IPv4 one; the library mistakes it for IPv4-mapped.
  if (/^::\d+\./.test(bare)) return undefined
  if (!isIPv4(bare) && !ipaddr.IPv6.isValid(bare)) return undefined
  const address = ipaddr.process(bare)
  return address.kind() === 'ipv6' ? (address as ipaddr.IPv6).toRFC5952String() : address.toString()
}

/**
 * What a client is counted under: its IPv4 address, or the /64 of its IPv6 one. Text that is not an address,
 * as a proxy may pass it on, is counted as it is.
 */
export function clientNetwork(address: string): string {
  // The runtime's test is a long pattern, and most clients come by IPv4.
  if (!address.includes(':') || !isIPv6(address)) return address
  // Only addresses that begin like this can be IPv4-mapped.
  const canonical = /^[:0]/.test(address) ? (canonicalAddress(address) ?? address) : address
  return canonical.includes(':') ? `${upperHalf(canonical).join(':')}::/64` : canonical
}

/**
 * The networks that a client is in, the widest first: the /48, /56 and /64 of an IPv6 address, since one customer
 * may have any of these; an IPv4 address alone.
 */
export function networkGroups(address: string): string[] {
  const network = clientNetwork(address)
  if (!network.endsWith('::/64')) return [network]
  const [first, second, third, fourth = '0'] = network.split(':')
  const site = `${first}:${second}:${third}`
  const upperByte = (Number.parseInt(fourth, 16) >> 8).toString(16)
  return [`${site}::/48`, `${site}:${upperByte}00::/56`, network]
}

/** The first four of an IPv6 address's eight groups. The library would need some 50 microseconds. */
function upperHalf(address: string): string[] {
  const [left = '', right] = (address.split('%', 1)[0] ?? '').split('::')
  const groups = left === '' ? [] : left.split(':')
  const after = right ? right.split(':') : []
  const written = groups.length + after.length + (right?.includes('.') ? 1 : 0)
  if (right !== undefined) groups.push(...Array<string>(8 - written).fill('0'), ...after)
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
}
