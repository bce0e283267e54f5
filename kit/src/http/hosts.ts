import { lookup } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { vendorDomains } from '../words/vendor.ts'

/** Says whether a host is the vendor's, or below one of its domains. */
export function isVendors(host: string): boolean {
  const name = host.toLowerCase().replace(/\.+$/, '')
  return vendorDomains.some((domain) => name === domain || name.endsWith(`.${domain}`))
}

const inner = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  inner.addSubnet(net, prefix)
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  inner.addSubnet(net, prefix, 'ipv6')

const isInner = (address: string): boolean => inner.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Says whether an address is one of this machine's. */
function isOwn(address: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map((each) => each.address),
  )
  return address === '::1' || /^(?:::ffff:)?127\./.test(address) || own.includes(address)
}

/** Says whether all addresses of a host are addresses of this machine. */
export async function isThisMachine(host: string): Promise<boolean> {
  const addresses = await addressesOf(host)
  return addresses.length > 0 && addresses.every(isOwn)
}

/** Says whether no address of a host is this machine's, or one of a private network. */
export async function isPublic(host: string): Promise<boolean> {
  const addresses = await addressesOf(host)
  return !addresses.some((address) => isOwn(address) || isInner(address))
}

async function addressesOf(host: string): Promise<string[]> {
  try {
    const all = await lookup(host.replace(/^\[|\]$/g, ''), { all: true })
    return all.map(({ address }) => address)
  } catch {
    return []
  }
}
