// A silent connection does not delay the shutdown. Requests that arrive meanwhile get our answer, which
// closes the connection.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { open, untilClosed } from '../raw.ts'
import { attack, attackBoth } from './attacked.ts'

const get = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`silent and idle connections do not delay a stop (${kind})`, async (t) => {
    await using attacked = await attack(kind)
    const { serving } = attacked
    const places = [{ baseUrl: serving.baseUrl }, { baseUrl: serving.operators }]
    for (const place of places) {
      for (const bytes of ['', 'GET /heal', get]) {
        const socket = await open(place)
        socket.on('error', () => undefined)
        if (bytes) socket.write(bytes)
        if (bytes === get) await once(socket, 'data')
      }
    }
    // Connections are accepted in order, so those before the one that was answered are, too.
    const from = performance.now()
    serving.kill('SIGTERM')
    await serving.ended
    const ms = performance.now() - from
    t.diagnostic(`stopped after ${ms.toFixed(0)} ms`)
    assert.ok(ms < 6000, `${ms} ms`)
  })
}

attackBoth(
  'a request that arrives on a busy connection during shutdown is answered, and the connection closes',
  async ({ serving }) => {
    const body = JSON.stringify({ username: 'nobody', password: 'x', clientToken: 'x' })
    const post = (more = '') =>
      `POST /auth/authenticate HTTP/1.1\r\nHost: x\r\n${more}Content-Length: ${body.length}\r\n\r\n`
    const sockets = await Promise.all([open(serving), open(serving)])
    const answers = sockets.map(untilClosed)
    // The service has received the headers of each and waits for the rest.
    for (const socket of sockets) socket.write(post('Expect: 100-continue\r\n'))
    await Promise.all(sockets.map((socket) => once(socket, 'data')))
    serving.kill('SIGTERM')
    await serving.logged(/stopping/)
    sockets[0]?.write(body)
    // Two more on the same connection, sent immediately.
    sockets[1]?.write(body + post() + body + get)
    for (const answer of await Promise.all(answers)) {
      const heads =
        answer.replace('HTTP/1.1 100 Continue\r\n\r\n', '').match(/HTTP\/1\.1 \d+[^]*?\r\n\r\n/g) ?? []
      assert.ok(heads.length > 0, answer)
      assert.match(heads.at(-1) ?? '', /^connection: close\r$/im)
      assert.doesNotMatch(answer, /statusCode|HTTP\/1\.1 503/)
      assert.match(answer, /Invalid credentials/)
    }
    await serving.ended
  },
)
