// HTTP without a client library, for what no library would send.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { RunningService } from '../service.ts'

export async function open(service: Pick<RunningService, 'baseUrl'>): Promise<Socket> {
  const { hostname, port } = new URL(service.baseUrl)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  return socket
}

/** All that comes until the service closes the connection. */
export async function untilClosed(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', () => undefined)
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

/** Sends bytes as they are and answers what came back. Ask for `Connection: close`. */
export async function exchange(
  service: Pick<RunningService, 'baseUrl'>,
  bytes: string | Buffer,
): Promise<{ status: number; head: string; body: string }> {
  const socket = await open(service)
  const closed = untilClosed(socket)
  socket.write(bytes)
  const answer = await closed
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]), head, body }
}
