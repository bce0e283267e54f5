import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** A message as it arrived. */
export interface Received {
  id: string
  /** In Unix seconds. */
  timestamp: number
  body: string
  headers: Record<string, string>
}

export interface Receiver {
  url: string
  received: Received[]
  /** The status of the next answers, the last of which applies from then on; a text is a redirect target. */
  answers: (number | string)[]
  /** Sent with each answer that is a status. */
  headers: Record<string, string>
  /** Runs before each answer. */
  before: () => Promise<unknown>
  close(): Promise<void>
}

const upgrade = { connection: 'upgrade', upgrade: 'another' }

/** A server on this machine that belongs to somebody else and accepts deliveries. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    received: [],
    answers: [204],
    headers: {},
    before: async () => undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const server = createServer(async (request, response) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    receiver.received.push({
      id: headers['webhook-id'] ?? '',
      timestamp: Number(headers['webhook-timestamp']),
      body: await textOf(request),
      headers,
    })
    await receiver.before()
    const answer = receiver.answers.length > 1 ? receiver.answers.shift() : receiver.answers[0]
    if (typeof answer === 'string') response.writeHead(307, { location: answer }).end()
    else response.writeHead(answer ?? 204, answer === 101 ? upgrade : receiver.headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/**
 * Verifies with the specification's own library. Since that uses this machine's clock and tests have their own, a
 * message is verified at the time that it states.
 */
export function verified(secret: string, { body, headers, timestamp }: Received): any {
  const now = Date.now
  Date.now = () => timestamp * 1000
  try {
    return new Webhook(secret).verify(body, headers)
  } finally {
    Date.now = now
  }
}
