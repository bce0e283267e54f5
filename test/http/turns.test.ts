// Simultaneous requests of one network start over several turns of the event loop, and requests of others start in
// between.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { migrated } from '../databases.ts'
import { open } from '../raw.ts'
import { startService } from '../service.ts'

const flood = 60

test('a player is answered before most of what a network sent earlier', async (t) => {
  const database = await migrated.sqlite()
  const service = await startService(database.url, { NORN_TRUST_PROXY: '127.0.0.1' })
  const sockets: Socket[] = []
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    await service.close()
    await database.drop()
  })
  for (let n = 0; n <= flood; n++) sockets.push(await open(service))
  const answered: string[] = []
  const ask = async (socket: Socket, from: string) => {
    socket.write(`GET /nowhere HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    assert.match(String(answer), /^HTTP\/1\.1 404 /)
    answered.push(from)
  }
  const [player, ...attackers] = sockets
  assert.ok(player)
  // Every connection has to be accepted before it counts.
  for (const socket of sockets) await ask(socket, '198.51.100.1')
  for (const widest of ['192.0.2.1', '2001:db8:1']) {
    answered.length = 0
    const address = (n: number) => (widest.includes(':') ? `${widest}:${n}::1` : widest)
    await Promise.all([...attackers.map((socket, n) => ask(socket, address(n))), ask(player, '198.51.100.1')])
    assert.equal(answered.length, flood + 1)
    const place = answered.indexOf('198.51.100.1')
    assert.ok(place < flood / 2, `${widest}: the player is number ${place} of ${flood + 1}`)
  }
})
