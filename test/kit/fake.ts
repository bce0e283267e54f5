// A server of a few lines, for the kit's behaviour with any server.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export interface Fake {
  url: string
  /** Method and path of each request, in order. */
  asked: string[]
}

/** Answers as `reply` says, until the test ends. */
export async function fake(
  t: TestContext,
  reply: (
    path: string,
    method: string,
  ) => { status: number; json?: unknown; headers?: Record<string, string> },
): Promise<Fake> {
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    const { method = '', url = '' } = request
    asked.push(`${method} ${url}`)
    request.resume()
    const { status, json, headers = {} } = reply(url, method)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(json === undefined ? '' : JSON.stringify(json))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
