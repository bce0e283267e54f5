import { addressesOf, rangeOf } from '../../../lib/net/addresses.ts'
import { type Asked, ask, jsonOf, reasonOf } from '../../../lib/net/ask.ts'
import type { Examined } from '../examined.ts'
import { type Finding, type Findings, ok, skipped, warning, wrong } from '../finding.ts'

/** An address of this machine only (127.0.0.0/8), to distinguish it from a proxy's own 127.0.0.1. */
const ownLoopback = '127.0.0.83'
/** An address for documentation (RFC 5737), which nobody has. */
const forgedAddress = '192.0.2.83'

/** Checks that limits and logs get the client's real address, with `GET /healthz/address`. */
export async function proxyHeaders({ config, root }: Examined): Promise<Findings> {
  const { baseUrl, trustProxy } = config
  if (baseUrl === undefined) return skipped('NORN_BASE_URL is not known')
  const answered = await root().catch(() => undefined)
  if (answered?.status !== 200) return skipped('Norn does not answer at the base URL')
  const url = `${baseUrl}/healthz/address`
  const localAddress = await loopbackFor(baseUrl)
  let plain: Asked
  let forged: Asked | undefined
  try {
    plain = await ask(url, { localAddress })
    // If no proxy is trusted, none can pass it on.
    if (trustProxy.length > 0)
      forged = await ask(url, { localAddress, headers: { 'x-forwarded-for': forgedAddress } })
  } catch (error) {
    return wrong(`nothing answers at ${url} (${reasonOf(error)})`, 'make the proxy pass on all paths')
  }
  const seen = jsonOf(plain)
  if (typeof seen?.['address'] !== 'string')
    return warning(`${url} answers ${plain.status}`, 'restart the service: it is of an older version')
  const { address, forwarded } = seen
  if (forged && jsonOf(forged)?.['address'] === forgedAddress)
    return wrong(
      'a client can choose its own address by sending X-Forwarded-For, which defeats all limits',
      'make the proxy set the header (nginx: proxy_set_header X-Forwarded-For $remote_addr), and name only proxies in NORN_TRUST_PROXY',
    )
  const server = plain.headers.server?.toString()
  return verdict({ address, forwarded, server, isTrusting: trustProxy.length > 0 })
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
      `${proxy} at ${address} is not trusted: all players seem to have its address, and share its limits`,
      `set NORN_TRUST_PROXY=${address} and restart the service`,
    )
  if (forwarded === 'trusted') return ok(`the service gets the address of each client, through ${proxy}`)
  // Norn itself sends no such header.
  if (server !== undefined)
    return wrong(
      `${proxy} sends no X-Forwarded-For: all players seem to have the address ${address}, and share its limits`,
      'make the proxy set the header (docs/deploy.md), and name the proxy in NORN_TRUST_PROXY',
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
  // Other systems have only 127.0.0.1.
  return isLocal && process.platform === 'linux' ? ownLoopback : undefined
}
