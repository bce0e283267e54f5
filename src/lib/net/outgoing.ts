import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

interface BoundedResponse {
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

/** The codes of system errors for what this machine lacks. */
const ours = ['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EADDRNOTAVAIL']

/** Returns true if a request could not be sent for want of something here, which says nothing about the other side. */
export function isOurFailure(error: unknown): boolean {
  const { code, cause } = Object(error) as { code?: unknown; cause?: unknown }
  return ours.includes(String(code)) || (cause !== undefined && isOurFailure(cause))
}

/** Thrown if none of the addresses of the host may be connected to. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** Limits on the addresses and the time of a request. */
interface Guarded {
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
  /** Returns true if this address may be connected to. Called for each address that the host name resolves to. */
  accepts: (address: string) => boolean
}

interface OutgoingPost extends Guarded {
  body: string
}

type Method = 'DELETE' | 'GET' | 'POST' | 'PUT'

/**
 * Sends a POST request to another server over a new connection and returns the status and the headers of the response.
 * Redirects are not followed and the response body is not read; `signal` limits the time until the response begins. Throws
 * AddressRefused, and what node:http throws.
 */
export async function post(
  url: string,
  { body, ...guarded }: OutgoingPost,
): Promise<Omit<HeadedResponse, 'body'>> {
  const response = await send(url, { ...guarded, method: 'POST', body })
  response.destroy()
  return { status: response.statusCode ?? 0, headers: response.headers }
}

/** Thrown if a response is compressed although the request did not allow it. */
export class ResponseEncoded extends Error {
  override name = 'ResponseEncoded'
}

export interface OutgoingQuestion extends Guarded {
  /** By default GET, or POST with a body. */
  method?: Method | undefined
  body?: Buffer | string | undefined
  maxBytes: number
}

/** A response with its headers, whose names are in lower case. */
interface HeadedResponse extends BoundedResponse {
  headers: http.IncomingHttpHeaders
}

/**
 * Sends a request to another server over a new connection and returns the response. Redirects are not
 * followed, `signal` limits the time until the last byte, at most `maxBytes` of the body are held, and a compressed body
 * is not read. Throws AddressRefused, ResponseTooLarge, ResponseEncoded, and what node:http throws.
 */
export async function askGuarded(
  url: string,
  { body, maxBytes, method = body === undefined ? 'GET' : 'POST', ...guarded }: OutgoingQuestion,
): Promise<HeadedResponse> {
  const headers = { 'accept-encoding': 'identity', ...guarded.headers }
  const response = await send(url, { ...guarded, headers, method, body })
  try {
    const encoding = response.headers['content-encoding'] ?? 'identity'
    if (encoding !== 'identity') throw new ResponseEncoded(`${encoding} from ${new URL(url).origin}`)
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      length += chunk.length
      if (length > maxBytes)
        throw new ResponseTooLarge(`more than ${maxBytes} bytes from ${new URL(url).origin}`)
      chunks.push(chunk)
    }
    return { status: response.statusCode ?? 0, body: Buffer.concat(chunks), headers: response.headers }
  } finally {
    response.destroy()
  }
}

/** Sends a request and returns the response when it begins. */
function send(
  url: string,
  {
    method,
    headers,
    body,
    signal,
    accepts,
  }: Guarded & { method: Method; body?: Buffer | string | undefined },
): Promise<http.IncomingMessage> {
  const { hostname, protocol } = new URL(url)
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  // An IP address is not passed to `lookup`.
  if (isIP(bare) && !accepts(bare)) return Promise.reject(new AddressRefused(bare))
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>()
  const request = (protocol === 'https:' ? https : http).request(url, {
    method,
    agent: false,
    lookup: lookupAccepted(accepts),
    signal,
    headers: {
      'user-agent': 'norn',
      ...headers,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
  })
  request.on('error', reject)
  // The connection can close without an error, for example if the server switches to another protocol.
  request.on('close', () => reject(new Error('the connection was closed without an answer')))
  request.on('response', resolve)
  request.end(body)
  return promise
}

/** Resolves the name once and connects only to an address that was accepted. */
const lookupAccepted =
  (accepts: Guarded['accepts']): LookupFunction =>
  (host, options, done) => {
    dns.lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const [first, ...others] = found.filter(({ address }) => accepts(address))
      if (!first) return done(new AddressRefused(host), [])
      if (options.all) done(null, [first, ...others])
      else done(null, first.address, first.family)
    })
  }
