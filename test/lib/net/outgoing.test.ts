import assert from 'node:assert/strict'
import dns from 'node:dns'
import { test } from 'node:test'
import { AddressRefused, post } from '../../../src/lib/net/outgoing.ts'
import { startReceiver } from '../../webhooks/receiver.ts'

test('an address that is not accepted gets no request, neither directly nor as one of several of a name', async (t) => {
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const message = { headers: {}, body: '{}', signal: AbortSignal.timeout(10_000) }
  const accepts = (address: string) => address === '::1'
  await assert.rejects(post(receiver.url, { ...message, accepts }), AddressRefused)

  t.mock.method(dns, 'lookup', (_host: string, _options: object, done: (...given: unknown[]) => void) =>
    done(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]),
  )
  const { port } = new URL(receiver.url)
  const url = `http://hooks.example.test:${port}/`
  // Nothing listens at the other one.
  await assert.rejects(post(url, { ...message, accepts }), (error) => !(error instanceof AddressRefused))
  assert.deepEqual(receiver.received, [])
  const { status } = await post(url, { ...message, accepts: (address) => !accepts(address) })
  assert.equal(status, 204)
})
