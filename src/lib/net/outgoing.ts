import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

export interface BoundedResponse {
  status: number
  body: Buffer
}

/** Thrown if a response body is larger than allowed. */
export class ResponseTooLarge extends Error {
  override name = 'ResponseTooLarge'
}

/**
 * Sends a GET request to another server. All requests leave this process through this file. Redirects are not followed,
 * `signal` limits the time until the last byte, and at most `maxBytes` of the body are held. Throws ResponseTooLarge,
 * and what fetch throws.
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
  // Leaving the loop early closes the connection.
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxBytes)
      throw new ResponseTooLarge(`more than ${maxBytes} bytes from ${new URL(url).origin}`)
    chunks.push(chunk)
  }
  return { status: response.status, body: Buffer.concat(chunks) }
}

/** Thrown if none of the addresses of the host may be connected to. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

export interface OutgoingPost {
  headers: Readonly<Record<string, string>>
  body: string
  /** Aborts the request until the response begins. */
  signal: AbortSignal
  /** Returns true if this address may be connected to. Called for each address that the host name resolves to. */
  accepts: (address: string) => boolean
}

/**
 * Sends a POST request to another server over a new connection and returns the status of the response. Redirects are
 * not followed and the response body is not read. Throws AddressRefused, and what node:http throws.
 */
export function post(url: string, { headers, body, signal, accepts }: OutgoingPost): Promise<number> {
  const { hostname, protocol } = new URL(url)
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  // An IP address is not passed to `lookup`.
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
  // The connection can close without an error, for example if the server switches to another protocol.
  request.on('close', () => reject(new Error('the connection was closed without an answer')))
  request.on('response', (response) => {
    resolve(response.statusCode ?? 0)
    response.destroy()
  })
  request.end(body)
  return promise
}

/** Resolves the name once and connects only to an address that was accepted. */
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
