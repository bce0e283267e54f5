// Counts a service's requests to PostgreSQL, on the wire between them.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

export interface Counted {
  /** The URL of the database, through the counter. */
  url: string
  /** Messages of the frontend since the last call, by their type letter, which is all that is recorded. */
  take(): Record<string, number>
}

/** Passes bytes on and counts messages (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
export async function startCounter(t: TestContext, databaseUrl: string): Promise<Counted> {
  const url = new URL(databaseUrl)
  const target = { port: Number(url.port), host: url.hostname }
  let counts: Record<string, number> = {}
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target)
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined))
    let rest = Buffer.alloc(0)
    // The first message has no type letter.
    let header = 0
    near.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= header + 4) {
        const length = header + rest.readInt32BE(header)
        if (rest.length < length) return
        const letter = header === 0 ? 'startup' : String.fromCharCode(rest[0] ?? 0)
        counts[letter] = (counts[letter] ?? 0) + 1
        rest = rest.subarray(length)
        header = 1
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    take() {
      const taken = counts
      counts = {}
      return taken
    },
  }
}
