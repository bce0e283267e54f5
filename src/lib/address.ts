import ipaddr from 'ipaddr.js'

/** The one written form of an address: IPv4-mapped IPv6 is IPv4 (RFC 4291), IPv6 as RFC 5952 has it. */
export function canonicalAddress(text: string): string | undefined {
  const bare = text.replace(/%.*$/, '')
  // An IPv4-compatible address is not the IPv4 one; the library takes it for IPv4-mapped.
  if (/^::\d+\./.test(bare)) return undefined
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined
  const address = ipaddr.process(bare)
  return address.kind() === 'ipv6' ? (address as ipaddr.IPv6).toRFC5952String() : address.toString()
}

/** Whom an address stands for when clients are counted: an IPv4 address, or the /64 of an IPv6 one. */
export function clientNetwork(address: string): string {
  const canonical = canonicalAddress(address)
  // A proxy may have passed on what is no address.
  if (!canonical?.includes(':')) return canonical ?? address
  const parts = (ipaddr.parse(canonical) as ipaddr.IPv6).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}

/** Reads an address, or a network as `clientNetwork` writes it, into that form; undefined for anything else. */
export function parseNetwork(text: string): string | undefined {
  const address = canonicalAddress(text.replace(/\/64$/, ''))
  if (address === undefined || (text.includes('/') && !address.includes(':'))) return undefined
  return clientNetwork(address)
}
