import { UsageError } from '../outcome.ts'
import { type Addresses, type Layout, type Place, places, trimmed } from './layout.ts'

/** Single addresses, for targets that don't have a family of addresses: proxies and game servers can be given one address alone. */
export const urls = (addresses: Addresses): Layout => ({
  name: 'urls',
  addresses: (base) =>
    Object.fromEntries(Object.entries(addresses).map(([place, url]) => [place, absolute(url, base)])),
  empty: [200, 204],
  refused: [401, 403],
  signsProfiles: undefined,
  clientTokenIsOptional: false,
})

/** Reads what `--addresses` names: an object of place and address; a path counts from the target's address. */
export function readAddresses(json: unknown): Addresses {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new UsageError('the file of --addresses must hold an object of place and address')
  for (const [place, url] of Object.entries(json)) {
    if (!places.includes(place as Place))
      throw new UsageError(`--addresses: there is no ${place}; there are ${places.join(', ')}`)
    if (typeof url !== 'string' || !/^(?:\/|https?:\/\/)/.test(url))
      throw new UsageError(`--addresses: ${place} must be an address, or a path below the target's`)
  }
  return json
}

/** A path counts from the target's address, below its own path. */
const absolute = (url: string, base: string): string => (url.startsWith('/') ? `${trimmed(base)}${url}` : url)
