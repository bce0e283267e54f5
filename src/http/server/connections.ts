import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests of one connection that wait for their answer. No client of the game sends even two at once. */
const maxPipelined = 64

interface Connections {
  /** Of each open connection the answers that are not sent yet. */
  waiting: Map<Socket, Set<ServerResponse>>
  isClosing: boolean
}

const known = new WeakMap<Server, Connections>()

/**
 * Keeps account of the connections of a server. One that sends more requests at once than anybody needs is
 * closed: the runtime takes two thousand from a single read, and the same again from each that follows.
 */
export function watchConnections(server: Server): void {
  const connections: Connections = { waiting: new Map(), isClosing: false }
  known.set(server, connections)
  server.on('connection', (socket: Socket) => {
    connections.waiting.set(socket, new Set())
    socket.once('close', () => connections.waiting.delete(socket))
  })
  // One for all answers: a listener of its own would cost each.
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
    response.on('close', forget)
    if (connections.isClosing) response.setHeader('connection', 'close')
    for (const handle of handlers) handle.call(server, request, response)
  })
}

/** From now on each answer says that it is the last of its connection; a hook on each would cost each. */
export function closeAfterAnswers(server: Server): void {
  const connections = known.get(server)
  if (!connections) return
  connections.isClosing = true
  for (const waiting of connections.waiting.values()) {
    for (const response of waiting) if (!response.headersSent) response.setHeader('connection', 'close')
  }
}

/** Closes the connections that wait for no answer, those that never sent a request among them. */
export function closeIdleConnections(server: Server): void {
  for (const [socket, waiting] of known.get(server)?.waiting ?? []) if (waiting.size === 0) socket.destroy()
}
