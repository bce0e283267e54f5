import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * The most requests of one connection that may wait for an answer. No client of the game sends even two at once.
 */
export const maxPipelined = 64

interface Connections {
  /** The pending answers of each open connection. */
  waiting: Map<Socket, Set<ServerResponse>>
  isClosing: boolean
}

const known = new WeakMap<Server, Connections>()

/**
 * Tracks the connections of a server, and closes those that send more requests at once than any client needs: the
 * runtime takes two thousand from a single read, and as many from each that follows.
 */
export function watchConnections(server: Server): void {
  const connections: Connections = { waiting: new Map(), isClosing: false }
  known.set(server, connections)
  server.on('connection', (socket: Socket) => {
    // From now on the socket knows its address, also after its peer has reset it. One that was reset already has none.
    if (socket.remoteAddress === undefined) {
      socket.destroy()
      return
    }
    connections.waiting.set(socket, new Set())
    socket.once('close', () => connections.waiting.delete(socket))
  })
  // One function serves all answers: a closure for each would cost time.
  function forget(this: ServerResponse): void {
    connections.waiting.get(this.req.socket)?.delete(this)
  }
  const handlers = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    if (socket.destroyed) return
    const waiting = connections.waiting.get(socket)
    if (waiting && waiting.size >= maxPipelined) {
      socket.destroy()
      return
    }
    waiting?.add(response)
    // An answer that is never finished ends with its connection.
    response.on('finish', forget)
    if (connections.isClosing) response.setHeader('connection', 'close')
    for (const handle of handlers) handle.call(server, request, response)
  })
}

/**
 * Makes each answer from now on announce that its connection closes. This replaces a hook that would run for every
 * answer.
 */
export function closeAfterAnswers(server: Server): void {
  const connections = known.get(server)
  if (!connections) return
  connections.isClosing = true
  for (const waiting of connections.waiting.values()) {
    for (const response of waiting) if (!response.headersSent) response.setHeader('connection', 'close')
  }
}

/** Closes the connections that are not waiting for an answer, including those that never sent a request. */
export function closeIdleConnections(server: Server): void {
  for (const [socket, waiting] of known.get(server)?.waiting ?? []) if (waiting.size === 0) socket.destroy()
}
