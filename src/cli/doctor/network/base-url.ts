import { httpUrlOf } from '../../../config/values.ts'
import { type AddressProblem, addressProblems } from '../../../domain/checklist/address.ts'
import type { Examined } from '../examined.ts'
import { type Finding, type Findings, ok, skipped, warning, wrong } from '../finding.ts'

/** Checks if the public address leads to this installation, as far as this machine can tell. */
export async function baseUrlReached({ config, keys, root }: Examined): Promise<Findings> {
  const { baseUrl } = config
  if (baseUrl === undefined) return skipped('it is not known while NORN_PORT is 0; set NORN_BASE_URL')
  const listener = httpUrlOf(config)
  const findings = (await addressProblems({ baseUrl, keys, root })).map((problem) =>
    finding(problem, baseUrl, listener),
  )
  const isReached = findings.every(({ state }) => state !== 'wrong')
  return isReached ? [...findings, ok(`this Norn answers at ${baseUrl}`)] : findings
}

/** `listener` is where this configuration listens. */
function finding(problem: AddressProblem, baseUrl: string, listener: string): Finding {
  const { host, hostname, pathname } = new URL(baseUrl)
  const remedy = 'set NORN_BASE_URL to the address that players use'
  switch (problem.about) {
    case 'unnamed':
      return wrong(
        `the name ${hostname} has no address`,
        'add an A or AAAA record for it, or correct NORN_BASE_URL',
      )
    case 'machine':
      return warning(`only this machine can reach ${baseUrl}`, `${remedy} (docs/deploy.md)`)
    case 'network':
      return warning(
        `only your own network can reach ${baseUrl} (${problem.addresses.join(', ')})`,
        `${remedy}, if others are to play`,
      )
    case 'unencrypted':
      return warning(
        `passwords for ${baseUrl} cross the network unencrypted`,
        'put nginx or Caddy with a certificate in front and use https:// (docs/deploy.md)',
      )
    case 'no_tls':
      return wrong(
        `${baseUrl} cannot be opened: ${problem.reason}`,
        'set up the certificate in the proxy (docs/deploy.md), or write http: in NORN_BASE_URL where there is none',
      )
    case 'unreached':
      return wrong(
        `nothing answers at ${baseUrl} (${problem.reason})`,
        `start the service, let ${host} through the firewall, or correct NORN_BASE_URL`,
      )
    case 'redirects':
      return wrong(
        `${baseUrl} redirects to ${problem.to}`,
        'set NORN_BASE_URL to the final address: launchers and games do not follow redirects',
      )
    case 'gateway':
      return wrong(
        `a proxy answers ${problem.status} at ${baseUrl}`,
        `start the service, and make the proxy pass requests to ${listener}`,
      )
    case 'other_service':
      return wrong(
        `something else answers at ${baseUrl} (status ${problem.status})`,
        pathname === '/'
          ? `make the proxy pass requests to ${listener}`
          : `make the proxy pass requests to ${listener} without removing the path ${pathname}`,
      )
    case 'other_address':
      return wrong(
        `the service there says that its address is ${problem.said}`,
        'set the same NORN_BASE_URL for the service and for commands, and restart the service',
      )
    case 'other_keys':
      return wrong(
        `the service at ${baseUrl} has other keys than this database`,
        'run the doctor where the service runs, with its .env; otherwise NORN_BASE_URL or NORN_DATABASE_URL differs',
      )
    default:
      return problem satisfies never
  }
}
