// A webhook's receiver, which outlives the service.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface Receiver {
  url: string
  /** The audit entries that have arrived, by id, with how often each did. */
  received: ReadonlyMap<string, { event: string; details: Record<string, unknown>; times: number }>
  stop(): void
}

interface Delivery {
  data: { id: string; event: string; details: Record<string, unknown> }
}

export async function startReceiver(): Promise<Receiver> {
  const received = new Map<string, { event: string; details: Record<string, unknown>; times: number }>()
  const server = createServer(async (request, response) => {
    const { data } = (await json(request)) as Delivery
    const times = (received.get(data.id)?.times ?? 0) + 1
    received.set(data.id, { event: data.event, details: data.details, times })
    response.writeHead(204).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
