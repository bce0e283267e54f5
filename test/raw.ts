// HTTP without a client library, for requests that no library would send.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface RawAnswer {
  status: number
  /** The names are in lower case. */
  headers: Map<string, string>
  body: Buffer
}

/** Writes a request byte for byte and reads the answer to the end of the connection, which it requests. */
export async function rawRequest(
  baseUrl: string,
  requestLine: string,
  headers: readonly string[] = [],
  body: Uint8Array = new Uint8Array(),
): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  const head = [requestLine, `Host: ${hostname}:${port}`, 'Connection: close', ...headers, '', '']
  socket.write(Buffer.from(head.join('\r\n'), 'latin1'))
  if (body.length > 0) socket.write(body)
  const bytes = await buffer(socket)
  const end = bytes.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: new Map(
      lines.map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
    ),
    body: bytes.subarray(end + 4),
  }
}

export async function open(service: { baseUrl: string }): Promise<Socket> {
  const { hostname, port } = new URL(service.baseUrl)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

/** Resolves with everything that arrives until the service closes the connection. */
export async function untilClosed(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => undefined)
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

/** Sends bytes as they are and resolves with the answer. They have to ask for `Connection: close`. */
export async function exchange(
  service: { baseUrl: string },
  bytes: string | Buffer,
): Promise<{ status: number; head: string; body: string }> {
  const socket = await open(service)
  const closed = untilClosed(socket)
  socket.write(bytes)
  const answer = await closed
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]), head, body }
}
