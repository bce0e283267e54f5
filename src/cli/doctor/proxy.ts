import { type Asked, ask, jsonOf, reasonOf } from './ask.ts'
import { addressesOf, rangeOf } from './base-url.ts'
import type { Examined } from './examined.ts'
import { type Finding, ok, skipped, warning, wrong } from './finding.ts'

/** Of this machine and of nobody else (127.0.0.0/8), so that a proxy's own 127.0.0.1 is told from it. */
const ownLoopback = '127.0.0.83'
/** Of documentation (RFC 5737): nobody has it. */
const forgedAddress = '192.0.2.83'

/** Whether limits and logs get the address of the client, and no other than it: `GET /healthz/address` tells. */
export async function proxyHeaders({ config, root }: Examined): Promise<readonly Finding[]> {
  const { baseUrl, trustProxy } = config
  if (baseUrl === undefined) return [skipped('NORN_BASE_URL is not known')]
  const answered = await root().catch(() => undefined)
  if (answered?.status !== 200) return [skipped('Norn does not answer at the base URL')]
  const url = `${baseUrl}/healthz/address`
  const localAddress = await loopbackFor(baseUrl)
  let plain: Asked
  let forged: Asked | undefined
  try {
    plain = await ask(url, { localAddress })
    // Where no proxy is trusted none can pass it on.
    if (trustProxy.length > 0)
      forged = await ask(url, { localAddress, headers: { 'x-forwarded-for': forgedAddress } })
  } catch (error) {
    return [wrong(`nothing answers at ${url} (${reasonOf(error)})`, 'have the proxy pass all paths on')]
  }
  const seen = jsonOf(plain)
  if (typeof seen?.['address'] !== 'string')
    return [warning(`${url} answers ${plain.status}`, 'restart the service: it is of an older version')]
  const { address, forwarded } = seen
  if (forged && jsonOf(forged)?.['address'] === forgedAddress)
    return [
      wrong(
        'a client can choose its own address by sending X-Forwarded-For, so that no limit holds',
        'have the proxy set the header (nginx: proxy_set_header X-Forwarded-For $remote_addr), and NORN_TRUST_PROXY name only proxies',
      ),
    ]
  const server = plain.headers.server?.toString()
  return [verdict({ address, forwarded, server, isTrusting: trustProxy.length > 0 })]
}

interface Seen {
  readonly address: string
  readonly forwarded: unknown
  readonly server: string | undefined
  readonly isTrusting: boolean
}

function verdict({ address, forwarded, server, isTrusting }: Seen): Finding {
  const proxy = server === undefined ? 'the proxy' : `the proxy (${server})`
  if (forwarded === 'ignored')
    return wrong(
      `${proxy} at ${address} is not trusted: every player has its address, and shares its limits`,
      `set NORN_TRUST_PROXY=${address} and restart the service`,
    )
  if (forwarded === 'trusted') return ok(`the service gets the address of each client, by way of ${proxy}`)
  // Norn itself has no such header.
  if (server !== undefined)
    return wrong(
      `${proxy} sends no X-Forwarded-For: every player has the address ${address}, and shares its limits`,
      'have the proxy set the header (docs/deploy.md), and NORN_TRUST_PROXY name it',
    )
  if (isTrusting)
    return warning(
      'NORN_TRUST_PROXY is set, but no proxy is between this machine and the service',
      'set NORN_BASE_URL to the address of the proxy, or unset NORN_TRUST_PROXY',
    )
  return ok('the service gets the address of each client, without a proxy')
}

async function loopbackFor(baseUrl: string): Promise<string | undefined> {
  const addresses = await addressesOf(new URL(baseUrl).hostname)
  const isLocal = addresses.every((address) => address.startsWith('127.') && rangeOf(address) === 'loopback')
  // Other systems have 127.0.0.1 alone.
  return isLocal && process.platform === 'linux' ? ownLoopback : undefined
}
