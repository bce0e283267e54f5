import { addressesOf, rangeOf } from '../../lib/net/addresses.ts'
import { type Asked, ask, jsonOf, reasonOf, tlsReasonOf } from '../../lib/net/ask.ts'
import type { SigningKeys } from '../../state/keys/signing-keys.ts'

/** Why players don't reach this service at its base URL, or better not use it. */
export type AddressProblem =
  | { readonly about: 'unnamed' }
  | { readonly about: 'machine' | 'unencrypted' }
  | { readonly about: 'network'; readonly addresses: readonly string[] }
  | { readonly about: 'no_tls' | 'unreached'; readonly reason: string }
  | { readonly about: 'redirects'; readonly to: string }
  | { readonly about: 'gateway' | 'other_service'; readonly status: number }
  | { readonly about: 'other_address'; readonly said: string }
  | { readonly about: 'other_keys' }

interface Asking {
  readonly baseUrl: string
  /** The keys of this database; undefined if they can't be read. */
  readonly keys: Pick<SigningKeys, 'all' | 'current'> | undefined
  /** Returns the answer of {base_url}/authlib-injector/. Rejects as `ask` does. */
  readonly root?: () => Promise<Asked>
}

/** Looks whether the base URL leads to this installation, as far as this machine can tell. It takes up to some seconds. */
export async function addressProblems({
  baseUrl,
  keys,
  root = () => ask(rootOf(baseUrl)),
}: Asking): Promise<AddressProblem[]> {
  const place = await placeProblems(baseUrl)
  if (place.some(({ about }) => about === 'unnamed')) return place
  try {
    const problem = problemOf(await root(), baseUrl) ?? (await keyProblem(baseUrl, keys))
    return problem ? [...place, problem] : place
  } catch (error) {
    const reason = tlsReasonOf(error)
    return reason === undefined
      ? [...place, { about: 'unreached', reason: reasonOf(error) }]
      : [...place, { about: 'no_tls', reason }]
  }
}

/** Returns the address at which launchers find everything else. */
export const rootOf = (baseUrl: string): string => `${baseUrl}/authlib-injector/`

/** Looks where the address leads, from its name alone. */
async function placeProblems(baseUrl: string): Promise<AddressProblem[]> {
  const { hostname, protocol } = new URL(baseUrl)
  const addresses = await addressesOf(hostname)
  if (addresses.length === 0) return [{ about: 'unnamed' }]
  const reach = addresses.map(rangeOf)
  if (reach.every((range) => range === 'loopback')) return [{ about: 'machine' }]
  const problems: AddressProblem[] = []
  if (reach.every((range) => range !== 'unicast')) problems.push({ about: 'network', addresses })
  if (protocol === 'http:') problems.push({ about: 'unencrypted' })
  return problems
}

/** Returns the problem that the answer of the root shows. */
function problemOf({ status, headers }: Asked, baseUrl: string): AddressProblem | undefined {
  if (status >= 300 && status < 400) return { about: 'redirects', to: headers.location ?? 'another address' }
  if (status >= 502 && status <= 504) return { about: 'gateway', status }
  const said = headers['x-authlib-injector-api-location']
  if (status !== 200 || said === undefined) return { about: 'other_service', status }
  if (said === rootOf(baseUrl.replace(/\/$/, ''))) return undefined
  return { about: 'other_address', said: String(said).replace(/\/authlib-injector\/$/, '') }
}

/** Compares the published keys: another installation, or another database, has others. */
async function keyProblem(baseUrl: string, keys: Asking['keys']): Promise<AddressProblem | undefined> {
  if (!keys?.all().some(({ use }) => use === 'tokens')) return undefined
  const answer = await ask(`${baseUrl}/oauth2/jwks`)
  const published = jsonOf(answer)?.['keys']
  const kids = Array.isArray(published) ? published.map((key: { kid?: unknown }) => key.kid) : []
  return kids.includes(keys.current('tokens').kid) ? undefined : { about: 'other_keys' }
}
