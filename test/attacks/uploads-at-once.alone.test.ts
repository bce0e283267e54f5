// Simultaneous uploads use a bounded amount of memory, regardless of their sender.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../until.ts'
import { attackBoth } from './attacked.ts'

const body = Buffer.concat([
  Buffer.from('--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'),
  randomBytes(2 ** 20 - 1000),
])

/** Without a limit there would be 300, with the memory that holds them. */
const mostMiB = 200

for (const who of ['nobody', 'a player'] as const) {
  attackBoth(
    `300 uploads of 1 MiB that never finish, sent by ${who}`,
    async ({ serving, probe, player }, t) => {
      const { hostname, port } = new URL(serving.baseUrl)
      const token = who === 'nobody' ? 'x'.repeat(40) : player.accessToken
      const head =
        `PUT /authlib-injector/api/user/profile/${player.id}/skin HTTP/1.1\r\nHost: x\r\n` +
        `Authorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=B\r\n` +
        `Content-Length: ${body.length + 20}\r\n\r\n`
      const before = (await probe()).rss
      const answers = new Map<string, number>()
      const sockets = Array.from({ length: 300 }, () => {
        const socket = connect(Number(port), hostname)
        socket.on('error', () => undefined)
        socket.once('data', (answer: Buffer) => {
          const status = answer.toString('latin1', 9, 12)
          answers.set(status, (answers.get(status) ?? 0) + 1)
        })
        socket.write(head)
        socket.write(body)
        return socket
      })
      let most = before
      for (let turn = 0; turn < 15; turn++) {
        await sleep(200)
        most = Math.max(most, (await probe()).rss)
      }
      const moreMiB = (most - before) / 2 ** 20
      t.diagnostic(`${moreMiB.toFixed(0)} MiB more, answered ${JSON.stringify([...answers])}`)
      for (const socket of sockets) socket.destroy()
      assert.ok(moreMiB < mostMiB, `${moreMiB} MiB more`)

      const healthy = await fetch(`${serving.baseUrl}/healthz`)
      assert.equal(healthy.status, 200)
      const form = new FormData()
      form.set('file', new Blob(['no PNG']), 'a.png')
      const init = { method: 'PUT', headers: { authorization: `Bearer ${player.accessToken}` }, body: form }
      const path = `/authlib-injector/api/user/profile/${player.id}/skin`
      await until(
        'the slots are free again',
        async () => (await fetch(serving.baseUrl + path, init)).status === 400,
      )
    },
  )
}
