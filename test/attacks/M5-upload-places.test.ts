// M5: one network's slow uploads take no place from a player elsewhere.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { makePng, noise } from '../png.ts'
import { open } from '../raw.ts'
import { attackBoth } from './attacked.ts'

attackBoth(
  'M5: forty uploads of one network that stand still',
  async ({ serving, player }) => {
    const path = `/authlib-injector/api/user/profile/${player.id}/skin`
    const sockets = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const socket = await open(serving)
        socket.on('error', () => undefined).resume()
        socket.write(
          `PUT ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 2001:db8:1:${n}::1\r\n` +
            `Authorization: Bearer ${player.accessToken}\r\nContent-Type: multipart/form-data; boundary=B\r\n` +
            `Content-Length: 5000\r\n\r\n--B\r\n`,
        )
        return socket
      }),
    )
    await sleep(300)
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(makePng(64, 64, noise(1)))]), 'skin.png')
    const startedAt = performance.now()
    const { status } = await fetch(serving.baseUrl + path, {
      method: 'PUT',
      headers: { authorization: `Bearer ${player.accessToken}`, 'x-forwarded-for': '192.0.2.7' },
      body: form,
    })
    const ms = performance.now() - startedAt
    for (const socket of sockets) {
      const closed = once(socket, 'close')
      socket.destroy()
      await closed
    }
    assert.equal(status, 204)
    assert.ok(ms < 10_000, `${ms} ms`)
  },
  { NORN_TRUST_PROXY: '127.0.0.1' },
)
