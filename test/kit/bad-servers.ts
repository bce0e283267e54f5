// Malicious servers: what they answer, and which tool they aim at.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'

type Behaviour = (socket: Socket) => void

const json = 'content-type: application/json\r\n'
const ok = 'HTTP/1.1 200 OK\r\n'

/** Writes the same bytes repeatedly, as fast as they are read, until the connection is closed. */
const endless =
  (head: string, part: string): Behaviour =>
  (socket) => {
    const write = (): void => {
      while (!socket.destroyed && socket.write(part));
    }
    socket.on('drain', write)
    socket.write(head)
    write()
  }

const whole =
  (body: string | Buffer, headers = json): Behaviour =>
  (socket) => {
    socket.write(`${ok}${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n`)
    socket.write(body)
  }

const redirect =
  (location: string): Behaviour =>
  (socket) =>
    socket.write(`HTTP/1.1 302 Found\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`)

const bomb = gzipSync(Buffer.alloc(50_000_000))

/** Each of them ends, or exceeds a limit of the kit. */
export const ending: Record<string, Behaviour> = {
  'an endless body': endless(
    `${ok}${json}transfer-encoding: chunked\r\n\r\n`,
    `1000\r\n${'x'.repeat(4096)}\r\n`,
  ),
  'a wrong Content-Length': (socket) => socket.end(`${ok}${json}content-length: 99\r\n\r\n{`),
  'endless headers': endless(ok, `x-${'y'.repeat(50)}: ${'z'.repeat(1000)}\r\n`),
  'a gzip bomb': whole(bomb, `${json}content-encoding: gzip\r\n`),
  'JSON that is nested deep': whole('['.repeat(100_000)),
  'JSON that is nested deep, and ends': whole(`${'{"meta":'.repeat(50_000)}1${'}'.repeat(50_000)}`),
  'a number of a hundred thousand digits': whole('9'.repeat(100_000)),
  'many members': whole(`{"meta":{${'"a":1,'.repeat(50_000)}"b":1}}`),
  'bytes that are not UTF-8': whole(
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x3a, 0xed, 0xa0, 0x80, 0x7d]),
  ),
  'half of a surrogate pair': whole('{"meta":{"implementationName":"\\ud800"},"error":"\\udfff"}'),
  'a redirect to itself': redirect('/'),
  'a redirect to an invalid address': redirect('http://['),
  'a redirect to a file': redirect('file:///etc/passwd'),
  'a redirect to an address with a user': redirect('http://user:word@127.0.0.1:1/'),
  'another protocol': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  'only a closed connection': (socket) => void socket.destroy(),
  'input that is not HTTP': (socket) => void socket.end('SSH-2.0-x\r\n'),
  'endless tokens': whole(
    JSON.stringify(Array.from({ length: 4000 }, (_, n) => ({ accessToken: `made-up-token-${n}` }))),
  ),
  'beginnings of tokens': whole(
    JSON.stringify({ error: 'eyJ'.repeat(60_000), errorMessage: '"accessToken":"'.repeat(9000) }),
  ),
  'endless slashes': whole(
    JSON.stringify({
      issuer: `https://x${'/'.repeat(900_000)}x`,
      jwks_uri: 'nowhere',
      token_endpoint: 'mailto:x',
    }),
  ),
}

/** These keep their clients waiting. */
export const waiting: Record<string, Behaviour> = {
  nothing: () => undefined,
  'a header that never ends': (socket) => socket.write(`${ok}x-y: `),
  'one byte, and then none': (socket) => socket.write(`${ok}${json}content-length: 9\r\n\r\n{`),
  'endless preliminary answers': endless('', 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'),
}

export interface Bad {
  url: string
  asked: () => number
}

/** Answers as the behaviour defines, after it has shown metadata if `hasMetadata` is set. */
export async function startBad(t: TestContext, behave: Behaviour, hasMetadata = false): Promise<Bad> {
  let asked = 0
  const server = http.createServer((request, response) => {
    request.resume()
    asked++
    if (hasMetadata && asked === 1) {
      const meta = { 'feature.openid_configuration_url': `http://${request.headers.host}/openid` }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ meta, skinDomains: [], signaturePublickey: 'x' }))
      return
    }
    behave(request.socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked: () => asked }
}
