import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { systemClock } from '../measure/clock.ts'

export interface Asked {
  readonly status: number
  /** The time at which the headers arrived, by this machine's clock, in epoch milliseconds. */
  readonly answeredAt: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

interface Given {
  readonly headers?: Readonly<Record<string, string>>
  /** The address of this machine to send the request from. */
  readonly localAddress?: string | undefined
}

export const askTimeoutMs = 5000
const maxBodyBytes = 2 * 1024 * 1024

/**
 * Sends a GET as a client does, over a connection of its own and with any certificate, which has a check of its
 * own. `lib/net/outgoing.ts` is not used, since its requests can't choose an address. Rejects with the error of the
 * socket.
 */
export function ask(url: string, { headers = {}, localAddress }: Given = {}): Promise<Asked> {
  const { promise, resolve, reject } = Promise.withResolvers<Asked>()
  const options = {
    agent: false,
    headers: { 'user-agent': 'norn doctor', ...headers },
    rejectUnauthorized: false,
    signal: AbortSignal.timeout(askTimeoutMs),
    ...(localAddress !== undefined && { localAddress }),
  }
  const send = url.startsWith('https:') ? requestHttps : requestHttp
  const request = send(url, options, (response) => {
    const answeredAt = systemClock()
    const chunks: Buffer[] = []
    let length = 0
    response.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > maxBodyBytes) request.destroy(new Error('the answer is far too long'))
      else chunks.push(chunk)
    })
    response.on('end', () => {
      const { statusCode: status = 0, headers } = response
      resolve({ status, answeredAt, headers, body: Buffer.concat(chunks) })
    })
    response.on('error', reject)
  })
  request.on('error', reject)
  request.end()
  return promise
}

/** Returns the JSON object of an answer; undefined for anything else. */
export function jsonOf({ body }: Asked): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** The reasons of OpenSSL, whose texts name routines and source files. */
const tlsReasons: readonly (readonly [RegExp, string])[] = [
  [
    /wrong version number|packet length|http request|unknown protocol|record layer/i,
    'no TLS is spoken there',
  ],
  [/unrecognized name/i, 'it has no certificate for this name'],
  [/certificate required/i, 'it asks for a certificate of the client'],
  [/protocol|cipher|handshake failure/i, 'no version or cipher of TLS in common'],
]

/** Returns the reason in words if TLS is the problem. */
export function tlsReasonOf(error: unknown): string | undefined {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (!/SSL routines|\bERR_SSL_|\bEPROTO\b/.test(`${code} ${message}`)) return undefined
  return tlsReasons.find(([pattern]) => pattern.test(message))?.[1] ?? 'TLS cannot be set up'
}

/** Returns the reason in words, without the stack. */
export function reasonOf(error: unknown): string {
  const { name, code, message } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError') return `no answer within ${askTimeoutMs / 1000} s`
  return tlsReasonOf(error) ?? (message || (code ?? String(error)))
}
