import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { httpUrlOf } from '../../../config/values.ts'
import { type Asked, ask, jsonOf, reasonOf, tlsReasonOf } from '../ask.ts'
import type { Examined } from '../examined.ts'
import { type Finding, type Findings, found, ok, skipped, warning, wrong } from '../finding.ts'

/** Checks if the public address leads to this installation, as far as this machine can tell. */
export async function baseUrlReached({ config, keys, root }: Examined): Promise<Findings> {
  const { baseUrl } = config
  if (baseUrl === undefined) return skipped('it is not known while NORN_PORT is 0; set NORN_BASE_URL')
  const place = await placeOf(baseUrl)
  if (place.some(({ state }) => state === 'wrong')) return place
  let answer: Asked
  try {
    answer = await root()
  } catch (error) {
    const tls = tlsReasonOf(error)
    if (tls !== undefined)
      return [
        ...place,
        wrong(
          `${baseUrl} cannot be opened: ${tls}`,
          'set up the certificate in the proxy (docs/deploy.md), or write http: in NORN_BASE_URL where there is none',
        ),
      ]
    return [
      ...place,
      wrong(
        `nothing answers at ${baseUrl} (${reasonOf(error)})`,
        `start the service, let ${new URL(baseUrl).host} through the firewall, or correct NORN_BASE_URL`,
      ),
    ]
  }
  const problem = problemOf(answer, baseUrl, httpUrlOf(config)) ?? (await problemOfKeys(baseUrl, keys))
  return problem ? [...place, problem] : [...place, ok(`this Norn answers at ${baseUrl}`)]
}

/** Checks where the address leads, from its name alone. */
async function placeOf(baseUrl: string): Promise<Finding[]> {
  const { hostname, protocol } = new URL(baseUrl)
  const addresses = await addressesOf(hostname)
  if (addresses.length === 0)
    return [
      wrong(
        `the name ${hostname} has no address`,
        'add an A or AAAA record for it, or correct NORN_BASE_URL',
      ),
    ]
  const reach = addresses.map(rangeOf)
  const remedy = 'set NORN_BASE_URL to the address that players use'
  if (reach.every((range) => range === 'loopback'))
    return [warning(`only this machine can reach ${baseUrl}`, `${remedy} (docs/deploy.md)`)]
  return found(
    reach.every((range) => range !== 'unicast') &&
      warning(
        `only your own network can reach ${baseUrl} (${addresses.join(', ')})`,
        `${remedy}, if others are to play`,
      ),
    protocol === 'http:' &&
      warning(
        `passwords for ${baseUrl} cross the network unencrypted`,
        'put nginx or Caddy with a certificate in front and use https:// (docs/deploy.md)',
      ),
  )
}

/** Returns the addresses of a name, or the address itself; an empty list for an unknown name. */
export async function addressesOf(hostname: string): Promise<string[]> {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(bare)) return [bare]
  const found = await lookup(bare, { all: true }).catch(() => [])
  return found.map(({ address }) => address)
}

export const rangeOf = (address: string): string => ipaddr.process(address).range()

/** Returns the problem that the answer of the root shows. `listener` is where this configuration listens. */
function problemOf({ status, headers }: Asked, baseUrl: string, listener: string): Finding | undefined {
  const { pathname } = new URL(baseUrl)
  if (status >= 300 && status < 400)
    return wrong(
      `${baseUrl} redirects to ${headers.location ?? 'another address'}`,
      'set NORN_BASE_URL to the final address: launchers and games do not follow redirects',
    )
  if (status >= 502 && status <= 504)
    return wrong(
      `a proxy answers ${status} at ${baseUrl}`,
      `start the service, and make the proxy pass requests to ${listener}`,
    )
  const said = headers['x-authlib-injector-api-location']
  if (status !== 200 || said === undefined)
    return wrong(
      `something else answers at ${baseUrl} (status ${status})`,
      pathname === '/'
        ? `make the proxy pass requests to ${listener}`
        : `make the proxy pass requests to ${listener} without removing the path ${pathname}`,
    )
  if (said === `${baseUrl.replace(/\/$/, '')}/authlib-injector/`) return undefined
  return wrong(
    `the service there says that its address is ${String(said).replace(/\/authlib-injector\/$/, '')}`,
    'set the same NORN_BASE_URL for the service and for commands, and restart the service',
  )
}

/** Compares the published keys: another installation, or another database, has others. */
async function problemOfKeys(baseUrl: string, keys: Examined['keys']): Promise<Finding | undefined> {
  if (!keys?.all().some(({ use }) => use === 'tokens')) return undefined
  const answer = await ask(`${baseUrl}/oauth2/jwks`)
  const published = jsonOf(answer)?.['keys']
  const kids = Array.isArray(published) ? published.map((key: { kid?: unknown }) => key.kid) : []
  if (kids.includes(keys.current('tokens').kid)) return undefined
  return wrong(
    `the service at ${baseUrl} has other keys than this database`,
    'run the doctor where the service runs, with its .env; otherwise NORN_BASE_URL or NORN_DATABASE_URL differs',
  )
}
