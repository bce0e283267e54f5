import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { canonicalAddress, clientNetwork } from './address.ts'

/** The allowed prefix lengths. A wider network is probably a typing error; narrower IPv6 ones are all the same. */
const prefixLengths = { ipv4: { min: 8, max: 32 }, ipv6: { min: 16, max: 64 } }

/**
 * Parses an address or a network in CIDR notation (RFC 4632, RFC 4291) into canonical form, ignoring host bits: in the
 * form of `clientNetwork`, or wider (`192.0.2.0/24`, `2001:db8::/32`). Returns undefined for anything else.
 */
export function parseNetwork(text: string): string | undefined {
  const [, bare = '', prefix] = /^([^/]*)(?:\/([1-9]\d?))?$/.exec(text) ?? []
  const address = canonicalAddress(bare)
  if (address === undefined) return undefined
  const isV4 = isIPv4(address)
  const { min, max } = isV4 ? prefixLengths.ipv4 : prefixLengths.ipv6
  const length = prefix === undefined ? max : Number(prefix)
  if (length < min || length > max) return undefined
  if (length === max) return clientNetwork(address)
  const network = isV4
    ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${length}`).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${length}`).toRFC5952String()
  return `${network}/${length}`
}
