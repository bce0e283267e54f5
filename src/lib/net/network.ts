import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { canonicalAddress, clientNetwork, upperHalf } from './address.ts'

/** Wider networks are a slip of the finger; narrower IPv6 ones are not told apart. */
const prefixLengths = { ipv4: { min: 8, max: 32 }, ipv6: { min: 16, max: 64 } }

/**
 * Reads an address or a network (CIDR, RFC 4632 and 4291), whose host bits do not matter, into the one written form:
 * as `clientNetwork` writes it, or wider (`192.0.2.0/24`, `2001:db8::/32`). Undefined for anything else.
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

/** Of a client as `clientNetwork` writes it, or of a network: an IPv4 address, or the upper half of an IPv6 one. */
export interface NetworkBits {
  /** How many bits they are. */
  size: 32 | 64
  /** The first 32, and of IPv6 the next 32. */
  high: number
  low: number
}

/** Undefined for what is not an address: a proxy may pass on any text. */
export function networkBits(network: string): NetworkBits | undefined {
  const [address = ''] = network.split('/', 1)
  if (isIPv4(address)) {
    const [a, b, c, d] = address.split('.')
    return {
      size: 32,
      high: ((Number(a) << 24) | (Number(b) << 16) | (Number(c) << 8) | Number(d)) >>> 0,
      low: 0,
    }
  }
  if (!isIPv6(address)) return undefined
  const [a, b, c, d] = upperHalf(address)
  const joined = (left = '', right = '') =>
    ((Number.parseInt(left, 16) << 16) | Number.parseInt(right, 16)) >>> 0
  return { size: 64, high: joined(a, b), low: joined(c, d) }
}

/** The first `length` bits, as a key among prefixes of that size and length. */
export const prefixOf = ({ high, low }: NetworkBits, length: number): number | string =>
  length <= 32 ? high >>> (32 - length) : `${high}:${low >>> (64 - length)}`
