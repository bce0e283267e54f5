// The limit: a node:http server that reads a request, answers with prepared bytes, and does nothing else.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Recorded } from './generator.ts'

/** Headers that node:http adds itself. */
const own = new Set(['date', 'connection', 'keep-alive'])

let answers: { status: number; headers: string[]; body: Buffer }[] = []

function prepare({ head, body }: Recorded) {
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = lines
    .map((line) => line.split(/: (.*)/s).slice(0, 2))
    .filter(([name = '']) => !own.has(name.toLowerCase()))
  return {
    status: Number(statusLine.slice(9, 12)),
    headers: headers.flat(),
    body: Buffer.from(body, 'latin1'),
  }
}

const server = createServer((request, response) => {
  // In a pair of requests, the POST is the first.
  const answer = request.method === 'GET' ? answers.at(-1) : answers[0]
  request.on('data', () => undefined)
  request.on('end', () => {
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body)
    else response.writeHead(500).end()
  })
})
server.keepAliveTimeout = 72_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

process.on('message', (recorded: Recorded[]) => {
  answers = recorded.map(prepare)
  process.send?.(true)
})
