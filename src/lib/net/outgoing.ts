import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

export interface BoundedResponse {
  status: number
  body: Buffer
}

/** The body is larger than was allowed. */
export class ResponseTooLarge extends Error {
  override name = 'ResponseTooLarge'
}

/**
 * GET from another server: requests leave this process in this file alone. Redirects are not followed,
 * `signal` bounds the time until the last byte, and no more than `maxBytes` of the body are held.
 * Throws ResponseTooLarge, and what fetch throws.
 */
export async function getBounded(
  url: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<BoundedResponse> {
  // oxlint-disable-next-line no-restricted-globals -- this is the place
  const response = await fetch(url, {
    redirect: 'manual',
    signal,
    headers: { 'accept-encoding': 'identity', 'user-agent': 'norn' },
  })
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop early ends the connection.
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxBytes)
      throw new ResponseTooLarge(`more than ${maxBytes} bytes from ${new URL(url).origin}`)
    chunks.push(chunk)
  }
  return { status: response.status, body: Buffer.concat(chunks) }
}

/** None of the addresses of the host may be asked. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

export interface OutgoingPost {
  headers: Readonly<Record<string, string>>
  body: string
  /** Ends it, at the latest when the answer begins. */
  signal: AbortSignal
  /** Whether this address may be connected to: asked of each that the host's name has at that moment. */
  accepts: (address: string) => boolean
}

/**
 * POST to another server, over a connection of its own; answers the status. Redirects are not followed, the answer's
 * body is not read. Throws AddressRefused, and what node:http throws.
 */
export function post(url: string, { headers, body, signal, accepts }: OutgoingPost): Promise<number> {
  const { hostname, protocol } = new URL(url)
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  // What is an address already is not looked up.
  if (isIP(bare) && !accepts(bare)) return Promise.reject(new AddressRefused(bare))
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const request = (protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    agent: false,
    lookup: lookupAccepted(accepts),
    signal,
    headers: { ...headers, 'content-length': Buffer.byteLength(body), 'user-agent': 'norn' },
  })
  request.on('error', reject)
  // Without an error too, where the other side goes over to another protocol.
  request.on('close', () => reject(new Error('the connection was closed without an answer')))
  request.on('response', (response) => {
    resolve(response.statusCode ?? 0)
    response.destroy()
  })
  request.end(body)
  return promise
}

/** The name is looked up once, and what was accepted is what is connected to. */
const lookupAccepted =
  (accepts: OutgoingPost['accepts']): LookupFunction =>
  (host, options, done) => {
    dns.lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const [first, ...others] = found.filter(({ address }) => accepts(address))
      if (!first) return done(new AddressRefused(host), [])
      if (options.all) done(null, [first, ...others])
      else done(null, first.address, first.family)
    })
  }
