// Counts a service's PostgreSQL round trips with a proxy that reads along.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import type { Filled, Order } from './in-turn.ts'
import { type Measured, Measurement, rowsNamed } from './measure.ts'
import { serve } from './service.ts'

/**
 * Fills in the round trips of each row, in a short separate run: the counting proxy would slow down the others.
 */
export async function countQuestions(filled: Filled, measured: Measured[], { rows }: Order): Promise<void> {
  const proxy = await countRoundTrips(filled.databaseUrl)
  const service = await serve({ ...filled, databaseUrl: proxy.url, workers: 1 })
  const measurement = new Measurement(service, { rounds: 1, seconds: 1, connections: 4 })
  try {
    await measurement.prepare(filled, rowsNamed(rows))
    for (const row of rowsNamed(rows)) {
      await measurement.operations(row, 300)
      const before = proxy.count()
      const operations = await measurement.operations(row, 1000)
      const found = measured.find(({ row: name }) => name === row.name)
      if (found) found.roundTrips = (proxy.count() - before) / operations
    }
  } finally {
    measurement.end()
    await service.stop()
    proxy.close()
  }
}

interface Proxy {
  url: string
  /** Returns the number of round trips: messages after which the service waits for an answer. */
  count(): number
  close(): void
}

async function countRoundTrips(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl)
  let questions = 0
  const server = createServer((client) => {
    const database = connect(Number(target.port || 5432), target.hostname)
    client.pipe(database).pipe(client)
    client.on('error', () => database.destroy())
    database.on('error', () => client.destroy())
    // The first message has no type (PostgreSQL manual, "Message Formats").
    let isFirst = true
    let rest = Buffer.alloc(0)
    client.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        const header = isFirst ? 0 : 1
        if (rest.length < header + 4) return
        const length = header + rest.readInt32BE(header)
        if (rest.length < length) return
        // Sync or Query.
        if (!isFirst && (rest[0] === 0x53 || rest[0] === 0x51)) questions++
        isFirst = false
        rest = rest.subarray(length)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, count: () => questions, close: () => server.close() }
}
