// Clients that hold connections of one address and give nothing back, in a process of their own.
import { connect, type Socket } from 'node:net'

export type Holding = 'idle' | 'slow bodies' | 'slow readers'

export interface CrowdOrder {
  holding: Holding
  port: number
  connections: number
}

export interface Crowd {
  /** The connections that are open. */
  open: number
  /** The connections that the service has closed, and that were then opened again. */
  closed: number
}

/** Another address than that of the others; loopback has millions. */
const localAddress = '127.0.0.2'

/** So many connections are opened at once: a listener's backlog is 511. */
const openedAtOnce = 200

/** Between two bytes of a body that takes hours. */
const byteEveryMs = 250

/** The most that one connection may ask for at once, the longest answer that strangers get. */
const asked = 'GET /openapi.json HTTP/1.1\r\nHost: norn\r\n\r\n'.repeat(64)

const began =
  'POST /auth/authenticate HTTP/1.1\r\nHost: norn\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{'

const open = new Set<Socket>()
let closed = 0
let isOver = false

function hold({ holding, port }: CrowdOrder): Promise<void> {
  return new Promise((done) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress })
    socket.on('error', () => undefined)
    socket.on('connect', () => {
      open.add(socket)
      if (holding === 'slow readers') socket.pause()
      else socket.resume()
      if (holding !== 'idle') socket.write(holding === 'slow bodies' ? began : asked)
      done()
    })
    socket.on('close', () => {
      done()
      open.delete(socket)
      if (isOver) return
      closed++
      // Not at once: a service that closes them all would have them all back at once.
      setTimeout(() => void (isOver || hold({ holding, port, connections: 1 })), 1000 * Math.random())
    })
  })
}

async function gather(order: CrowdOrder): Promise<void> {
  const places = Array.from({ length: order.connections }).values()
  const one = async () => {
    for (const _ of places) await hold(order)
  }
  await Promise.all(Array.from({ length: openedAtOnce }, one))
  if (order.holding === 'slow bodies')
    setInterval(() => open.forEach((socket) => socket.write(' ')), byteEveryMs)
}

process.on('message', async (message: CrowdOrder | 'count') => {
  if (message !== 'count') await gather(message)
  process.send?.({ open: open.size, closed } satisfies Crowd)
})
process.once('SIGTERM', () => {
  isOver = true
  for (const socket of open) socket.destroy()
  process.exit()
})
