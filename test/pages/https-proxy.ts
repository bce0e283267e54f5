import { type AddressInfo, connect, createServer } from 'node:net'

/** Passkeys need a hostname: `localhost`, at a port that is known before the service listens. */
export async function front() {
  let port = 0
  const server = createServer((socket) => {
    const behind = connect(port, '127.0.0.1')
    for (const end of [socket, behind]) end.on('error', () => end.destroy())
    socket.pipe(behind).pipe(socket)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  server.unref()
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    leadTo: (baseUrl: string) => {
      port = Number(new URL(baseUrl).port)
    },
    close: () => server.close(),
  }
}
