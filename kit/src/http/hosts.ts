import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { vendorDomains } from '../words/vendor.ts'

/** Whether a host is the vendor's, or below one of its domains. */
export function isVendors(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return vendorDomains.some((domain) => name === domain || name.endsWith(`.${domain}`))
}

/** Whether all addresses of a host are addresses of this machine. */
export async function isThisMachine(host: string): Promise<boolean> {
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => address),
  )
  const isOwn = (address: string): boolean =>
    address === '::1' || /^(?:::ffff:)?127\./.test(address) || own.includes(address)
  try {
    const addresses = await lookup(host.replace(/^\[|\]$/g, ''), { all: true })
    return addresses.length > 0 && addresses.every(({ address }) => isOwn(address))
  } catch {
    return false
  }
}
