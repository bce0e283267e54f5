import { UsageError } from '../outcome.ts'
import { type Addresses, type Layout, type Place, places } from './layout.ts'

/** Single addresses, for targets that are no family: proxies and game servers can be given one address alone. */
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
    if (typeof url !== 'string') throw new UsageError(`--addresses: the address of ${place} must be text`)
  }
  return json
}

/** A template keeps its braces, which the parser of addresses would encode. */
const absolute = (url: string, base: string): string =>
  new URL(url, base).href.replaceAll('%7B', '{').replaceAll('%7D', '}')
