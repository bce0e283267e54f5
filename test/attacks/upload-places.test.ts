// Slow uploads from one network or one player take no upload slot from a player elsewhere.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { makePng, noise } from '../png.ts'
import { open } from '../raw.ts'
import { type Attacked, attackBoth } from './attacked.ts'

type Sender = Attacked['player']

const pathOf = ({ id }: Sender) => `/authlib-injector/api/user/profile/${id}/skin`

/** Begins an upload that stalls; returns a function that ends it. */
async function stallUpload(serving: Attacked['serving'], player: Sender, from: string) {
  const socket = await open(serving)
  socket.on('error', () => undefined)
  socket.write(
    `PUT ${pathOf(player)} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\n` +
      `Authorization: Bearer ${player.accessToken}\r\nContent-Type: multipart/form-data; boundary=B\r\n` +
      `Content-Length: 5000\r\nExpect: 100-continue\r\n\r\n--B\r\n`,
  )
  // The service has it, and waits for more.
  await once(socket, 'data')
  return async () => {
    const closed = once(socket, 'close')
    socket.destroy()
    await closed
  }
}

function upload({ baseUrl }: Attacked['serving'], player: Sender, from: string): Promise<Response> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(makePng(64, 64, noise(1)))]), 'skin.png')
  const headers = { authorization: `Bearer ${player.accessToken}`, 'x-forwarded-for': from }
  return fetch(baseUrl + pathOf(player), { method: 'PUT', headers, body: form })
}

attackBoth(
  'one player sends from eight networks and stalls',
  async ({ serving, player, others: [other] }) => {
    const standing = await Promise.all(
      Array.from({ length: 32 }, (_, n) => stallUpload(serving, player, `198.51.100.${n % 8}`)),
    )
    assert.ok(other)
    const { status } = await upload(serving, other, '192.0.2.7')
    for (const leave of standing) await leave()
    assert.equal(status, 204)
  },
  { NORN_TRUST_PROXY: '127.0.0.1' },
)

attackBoth(
  'forty uploads from one network stall',
  async ({ serving, player }) => {
    const standing = await Promise.all(
      Array.from({ length: 40 }, (_, n) => stallUpload(serving, player, `2001:db8:1:${n}::1`)),
    )
    const startedAt = performance.now()
    const { status } = await upload(serving, player, '192.0.2.7')
    const ms = performance.now() - startedAt
    for (const leave of standing) await leave()
    assert.equal(status, 204)
    assert.ok(ms < 10_000, `${ms} ms`)
  },
  { NORN_TRUST_PROXY: '127.0.0.1' },
)
