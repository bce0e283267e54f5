// However many clients send lookups, memory use does not grow.
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { databases } from '../../databases.ts'
import { startService } from '../../service.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** In MB, after a garbage collection. */
function used(): number {
  for (let round = 0; round < 4; round++) collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

const address = (network: number, index: number): string =>
  `${network}.${index >> 16}.${(index >> 8) & 255}.${index & 255}`

/** Sends lookups over one connection, up to sixty at a time (the limit is 64), and waits until each has its 204. */
async function lookUp(socket: Socket, addresses: readonly string[]): Promise<void> {
  const batch = 60
  for (let start = 0; start < addresses.length; start += batch) {
    const some = addresses.slice(start, start + batch)
    const head = 'GET /api/users/profiles/game/nobody HTTP/1.1\r\nHost: norn\r\nX-Forwarded-For: '
    socket.write(some.map((from) => `${head}${from}\r\n\r\n`).join(''))
    let answered = 0
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      answered += String(chunk).split('HTTP/1.1 204').length - 1
      if (answered >= some.length) break
    }
    assert.equal(answered, some.length)
  }
}

test('100,000 lookups from 50,000 addresses do not increase memory use', async (t) => {
  const database = await databases.sqlite()
  const settings = { NORN_TRUST_PROXY: '127.0.0.1', NORN_LOG_LEVEL: 'warn' }
  const service = await startService(database.url, settings)
  const { hostname, port } = new URL(service.baseUrl)
  const sockets = Array.from({ length: 4 }, () => connect(Number(port), hostname).setEncoding('latin1'))
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    await service.close()
    await database.drop()
  })
  const burst = (network: number, clients: number) =>
    Promise.all(
      sockets.map((socket, index) =>
        lookUp(
          socket,
          Array.from({ length: clients / 2 }, (_, count) => address(network + index, count % (clients / 4))),
        ),
      ),
    )

  await burst(10, 20_000)
  const before = used()
  await burst(20, 50_000)
  const after = used()
  t.diagnostic(`${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after`)
  assert.ok(after - before < 3, `${before} MB before, ${after} MB after`)

  for (let index = 0; index < 1_000_000; index++)
    await service.context.lookupLimiter.countRequest(address(30, index))
  const million = used()
  t.diagnostic(`${million.toFixed(1)} MB after a million addresses more`)
  // State kept per address would take hundreds.
  assert.ok(million - before < 10, `${before} MB before, ${million} MB after a million addresses`)
})
