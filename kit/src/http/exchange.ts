import http from 'node:http'
import https from 'node:https'

/** A request as it is sent. */
export interface Request {
  method: string
  url: string
  headers: Record<string, string>
  body: Buffer | undefined
}

/** An answer as it arrived, with the request that it answers. */
export interface Answer {
  request: Request
  status: number
  /** Names in lower case; values of a repeated header are joined by commas. */
  headers: Record<string, string>
  bytes: Buffer
  /** The body as UTF-8. */
  text: string
  /** The body as JSON; undefined where it is not JSON. */
  json: unknown
}

/** The server could not be reached, or broke off. */
export class Unreachable extends Error {}

/** No whole answer came in time. */
export class Late extends Unreachable {}

/** A body of more than this many bytes is cut off. */
const mostBytes = 1024 * 1024

const agents = {
  'http:': new http.Agent({ keepAlive: true }),
  'https:': new https.Agent({ keepAlive: true }),
}

/** Connections that wait for another request keep the process alive; this closes them. */
export function closeConnections(): void {
  for (const agent of Object.values(agents)) agent.destroy()
}

/**
 * Sends one request, with these headers and the ones that HTTP/1.1 demands, and reads its answer. Follows no redirect.
 *
 * @throws {Unreachable} where no whole answer has arrived within `timeoutMs`
 */
export function exchange(request: Request, timeoutMs: number): Promise<Answer> {
  return tryOnce(request, timeoutMs).catch((error: unknown) => {
    // The server closed an idle connection at the moment when this request was sent.
    if (error instanceof Unreachable && error.cause === 'reused') return tryOnce(request, timeoutMs)
    throw error
  })
}

function tryOnce(request: Request, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = begun(request)
    const fail = (error: Unreachable): void => {
      clearTimeout(timer)
      reject(error)
      sent.destroy()
    }
    const broken = (error: NodeJS.ErrnoException): void => {
      const isStale = sent.reusedSocket && error.code === 'ECONNRESET'
      fail(
        new Unreachable(error.message || (error.code ?? 'no connection'), isStale ? { cause: 'reused' } : {}),
      )
    }
    const timer = setTimeout(() => fail(new Late(`no answer within ${timeoutMs / 1000} s`)), timeoutMs)
    sent.on('error', broken)
    sent.on('upgrade', () => fail(new Unreachable('an answer in another protocol, status 101')))
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= mostBytes) chunks.push(chunk)
        else fail(new Unreachable(`an answer of more than ${mostBytes} bytes`))
      })
      response.on('error', broken)
      response.on('end', () => {
        clearTimeout(timer)
        resolve(answerOf(request, response, Buffer.concat(chunks)))
      })
    })
    sent.end(request.body)
  })
}

/** @throws {Unreachable} where it cannot be sent, such as a token with a line break in a header */
function begun({ method, url, headers }: Request): http.ClientRequest {
  const isSecure = new URL(url).protocol === 'https:'
  const agent = agents[isSecure ? 'https:' : 'http:']
  try {
    return (isSecure ? https : http).request(url, { method, headers, agent })
  } catch (error) {
    throw new Unreachable(`it cannot be sent: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function answerOf(request: Request, response: http.IncomingMessage, bytes: Buffer): Answer {
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
  const text = bytes.toString('utf8')
  return {
    request,
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers) as Record<string, string>,
    bytes,
    text,
    json: parsed(text),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
