// A webhook's receiver, which outlives the service.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type Arrivals, arrivals } from './arrivals.ts'

export interface Receiver {
  url: string
  /** The audit entries. */
  deliveries: Arrivals
  stop(): void
}

export async function startReceiver(): Promise<Receiver> {
  const deliveries = arrivals()
  const server = createServer(async (request, response) => {
    const body = await json(request).catch(() => undefined)
    // A killed service may have sent half of it.
    if (body === undefined) response.destroy()
    else {
      const { data } = body as { data: { id: string; event: string; details: object } }
      deliveries.take(data.id, `${data.event} ${JSON.stringify(data.details)}`)
      response.writeHead(204).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    deliveries,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
