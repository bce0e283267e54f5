import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request on its way to the service. */
export interface Sent {
  method: string
  /** Path and query, as they were sent. */
  path: string
  headers: Record<string, string>
  body: Buffer
}

/** An answer on its way back. */
export interface Came {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Turns the correct server into a faulty one; `forward` sends the request to the correct one. */
export type Mutate = (request: Sent, forward: (request: Sent) => Promise<Came>) => Promise<Came>

export interface Proxy {
  origin: string
  /** The mutation of everything that passes through. */
  mutate: Mutate
  /** Called for each request that passes through. */
  onPass: () => void
  /** The number of requests that have passed through. */
  passed: number
  /** The address to which requests are forwarded. */
  to: string
  close(): Promise<void>
}

export const untouched: Mutate = (request, forward) => forward(request)

/**
 * Listens on loopback before there is anything to forward to, since the service has to know the proxy's address.
 */
export async function startProxy(): Promise<Proxy> {
  const server = http.createServer((request, response) => {
    void answer(request).then(({ status, headers, body }) => {
      response.writeHead(status, headers)
      response.end(request.method === 'HEAD' ? undefined : body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: Proxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mutate: untouched,
    onPass: () => undefined,
    passed: 0,
    to: '',
    close: async () => {
      server.closeAllConnections()
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const agent = new http.Agent({ keepAlive: true })

  async function answer(request: http.IncomingMessage): Promise<Came> {
    proxy.passed++
    proxy.onPass()
    const sent = {
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: flat(request.headers),
      body: await bytesOf(request),
    }
    return proxy.mutate(sent, forward)
  }

  const forward = ({ method, path, headers, body }: Sent): Promise<Came> =>
    new Promise((resolve, reject) => {
      const length = body.length > 0 ? { 'content-length': String(body.length) } : {}
      const { 'transfer-encoding': _, ...rest } = headers
      const options = { method, headers: { ...rest, ...length }, agent }
      const request = http.request(`${proxy.to}${path}`, options, (response) => {
        void bytesOf(response).then((bytes) => {
          const {
            'content-length': _length,
            connection: _c,
            'keep-alive': _k,
            'transfer-encoding': _t,
            ...kept
          } = flat(response.headers)
          resolve({ status: response.statusCode ?? 0, headers: kept, body: bytes })
        })
      })
      request.on('error', reject)
      request.end(body)
    })

  return proxy
}

const flat = (headers: http.IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

async function bytesOf(message: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks)
}
