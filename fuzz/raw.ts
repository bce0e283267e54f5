// Requests with bad framing: a valid one with changed bytes, lines or headers.
import type { Random } from './random.ts'

const lines = [
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length: 0x10',
  'Content-Length: 5, 5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding : chunked',
  'Host: a\r\nHost: b',
  'Host:',
  'Connection: close',
  'Connection: upgrade\r\nUpgrade: h2c',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Expect: 200-ok',
  'Expect: 100-continue',
  'Trailer: x',
  ' folded: line',
  ': empty',
  'a',
  'a: \0',
  'a: \x7f\xff',
  `a: ${'b'.repeat(20_000)}`,
  'Authorization: Bearer\t',
  'Content-Type: multipart/form-data; boundary=\r\n',
  'Proxy-Connection: x',
  'HTTP2-Settings: AAMAAABkAAQAAP__',
]
const requestLines = [
  'GET /',
  'GET / HTTP/1.0',
  'GET / HTTP/0.9',
  'GET / HTTP/2.0',
  'GET / HTTP/1.1 x',
  'PRI * HTTP/2.0',
  'OPTIONS * HTTP/1.1',
  'CONNECT example.test:443 HTTP/1.1',
  'GET http://example.test/healthz HTTP/1.1',
  'GET //healthz HTTP/1.1',
  'GET /healthz#x HTTP/1.1',
  'GET /%00 HTTP/1.1',
  'GET \\healthz HTTP/1.1',
  'get /healthz HTTP/1.1',
  'BREW / HTTP/1.1',
  'GET  /healthz  HTTP/1.1',
  'GET /../../healthz HTTP/1.1',
  `GET /${'a'.repeat(20_000)} HTTP/1.1`,
  '\x16\x03\x01\x02\x00\x01\x00',
]
const chunkedEnds = [
  '5\r\nhello\r\n0\r\n\r\n',
  '5;x=y\r\nhello\r\n0\r\na: b\r\n\r\n',
  'zz\r\n',
  'ffffffffffffffff\r\n',
  '-1\r\n',
  '0\r\n',
  '5\r\nhel',
]

/** Returns the pieces to send; some are sent slowly. */
export function mutated(random: Random, good: Buffer): Buffer[] {
  // With broken framing, the end of an answer to HEAD could not be determined.
  const isHead = good.toString('latin1', 0, 5) === 'HEAD '
  let bytes: Buffer = isHead ? Buffer.concat([Buffer.from('GET '), good.subarray(5)]) : Buffer.from(good)
  for (let changes = random.below(3); changes >= 0; changes--) bytes = change(random, bytes)
  const pieces: Buffer[] = []
  const cuts = random.chance(0.1) ? 1 + random.below(6) : 0
  let at = 0
  for (let i = 0; i < cuts; i++) {
    const next = at + random.below(Math.max(1, bytes.length - at))
    pieces.push(bytes.subarray(at, next))
    at = next
  }
  return [...pieces, bytes.subarray(at)]
}

function change(random: Random, bytes: Buffer): Buffer {
  const end = Math.max(0, bytes.indexOf('\r\n\r\n'))
  const first = Math.max(0, bytes.indexOf('\r\n'))
  const insert = (at: number, more: string | Buffer): Buffer =>
    Buffer.concat([
      bytes.subarray(0, at),
      typeof more === 'string' ? Buffer.from(more, 'latin1') : more,
      bytes.subarray(at),
    ])
  switch (random.below(9)) {
    case 0: {
      const flipped = Buffer.from(bytes)
      for (let i = random.below(4); i >= 0 && flipped.length > 0; i--)
        flipped[random.below(flipped.length)] = random.below(256)
      return flipped
    }
    case 1:
      return bytes.subarray(0, random.below(bytes.length + 1))
    case 2:
      return Buffer.concat([Buffer.from(random.pick(requestLines), 'latin1'), bytes.subarray(first)])
    case 3:
      return Buffer.concat([
        insert(end, '\r\nTransfer-Encoding: chunked').subarray(0, end + 32),
        Buffer.from(random.pick(chunkedEnds)),
      ])
    case 4:
      return insert(
        random.below(bytes.length + 1),
        random.pick(['\r\n', '\n', '\r', '\0', ' ', '\t', ':', '\r\n\r\n']),
      )
    case 5:
      return Buffer.concat([bytes, bytes])
    case 6:
      return random.bytes(random.size(400))
    default:
      return insert(first, `\r\n${random.pick(lines)}`)
  }
}
