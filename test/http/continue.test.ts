// Expect: 100-continue (RFC 9110, section 10.1.1), alone and behind another request of the same connection.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exchange, open, untilClosed } from '../raw.ts'
import { onEveryDatabase } from '../service.ts'

onEveryDatabase('Expect: 100-continue', (_start, shared) => {
  const validate = (...headers: string[]): string =>
    [
      'POST /auth/validate HTTP/1.1',
      'Host: x',
      'Content-Length: 19',
      ...headers,
      '',
      '{"accessToken":"x"}',
    ].join('\r\n')

  test('is answered with 100 before the answer', async () => {
    const service = await shared()
    const { head } = await exchange(service, validate('Expect: 100-continue', 'Connection: close'))
    assert.equal(head, 'HTTP/1.1 100 Continue')
  })

  test('comes after a pending answer, never within it', async () => {
    const service = await shared()
    const { id, username } = await service.account()
    const head = 'HTTP/1.1\r\nHost: x\r\n'
    // Its first profile has to be signed, which takes longer than the next request; an image is sent separately
    // from its headers.
    const slow = `GET /session/profile/${id}?unsigned=false ${head}\r\n`
    const picture = `GET /skinsystem/face/${username} ${head}Expect: 100-continue\r\nConnection: close\r\n\r\n`
    await service.get(`/skinsystem/face/${username}`)
    const answer = await exchangeAll(service, slow + picture)
    assert.match(answer, /^HTTP\/1\.1 200 /)
    assert.match(answer, /content-type: image\/png\r\n[^]*?\r\n\r\n.PNG/)
    assert.doesNotMatch(answer, /content-type: image\/png\r\n[^]*100 Continue/)
  })

  const exchangeAll = async (service: { baseUrl: string }, bytes: string): Promise<string> => {
    const socket = await open(service)
    const closed = untilClosed(socket)
    socket.write(bytes)
    return closed
  }
})
