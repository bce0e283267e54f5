import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that wait for their answer. No client of the game sends even two at once. */
export const maxPipelined = 64

/** How many requests of each open connection are not answered yet. */
const inFlight = new WeakMap<Server, Map<Socket, number>>()

/**
 * Keeps account of the connections of a server. One that sends more requests at once than anybody needs is
 * closed: the runtime takes two thousand from a single read, and the same again from each that follows.
 */
export function watchConnections(server: Server): void {
  const connections = new Map<Socket, number>()
  inFlight.set(server, connections)
  server.on('connection', (socket: Socket) => {
    connections.set(socket, 0)
    socket.once('close', () => connections.delete(socket))
  })
  const handlers = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    if (socket.destroyed) return
    const waiting = connections.get(socket) ?? 0
    if (waiting >= maxPipelined) {
      socket.destroy()
      return
    }
    connections.set(socket, waiting + 1)
    response.once('close', () => {
      const left = connections.get(socket)
      if (left !== undefined) connections.set(socket, left - 1)
    })
    for (const handle of handlers) handle.call(server, request, response)
  })
}

/** Closes the connections that wait for no answer, those that never sent a request among them. */
export function closeIdleConnections(server: Server): void {
  for (const [socket, waiting] of inFlight.get(server) ?? []) if (waiting === 0) socket.destroy()
}
