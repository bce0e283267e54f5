// An image of many chunks, and thousands of requests sent without waiting, cost little.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { chunk, header, imageData, noise, pngOf } from '../png.ts'
import { open, untilClosed } from '../raw.ts'
import { assertEventLoopFree, attackBoth } from './attacked.ts'

attackBoth('an image of 87,000 chunks is refused immediately', async (attacked, t) => {
  const { id, accessToken } = attacked.player
  const pixels = chunk('IDAT', imageData(64, 64, noise(1)))
  for (const name of ['teXt', 'IDAT']) {
    const chunks = [header(64, 64), Buffer.concat(Array(85_000).fill(chunk(name))), pixels, chunk('IEND')]
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(pngOf(...chunks))]), 'a.png')
    const headers = { authorization: `Bearer ${accessToken}` }
    const init = { method: 'PUT', headers, body: form }
    await assertEventLoopFree(
      t,
      attacked,
      `chunks of ${name}`,
      `/authlib-injector/api/user/profile/${id}/skin`,
      init,
    )
  }
})

attackBoth('20,000 requests are sent at once on one connection', async ({ serving, probe }, t) => {
  const get = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

  const some = await open(serving)
  const answers = untilClosed(some)
  some.write(get.repeat(31) + get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  assert.equal((await answers).match(/HTTP\/1\.1 200 OK/g)?.length, 32, 'a few are answered')

  const patient = await open(serving)
  for (let turn = 0; turn < 200; turn++) {
    patient.write(get)
    assert.match(String(await once(patient, 'data')), /^HTTP\/1\.1 200 OK/)
  }
  patient.destroy()

  let leastMs = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 3; turn++) {
    await probe()
    const flood = await open(serving)
    flood.on('error', () => undefined).resume()
    const closed = new Promise((resolve) => flood.once('close', resolve))
    flood.write(get.repeat(20_000))
    const isClosed = await Promise.race([closed.then(() => true), sleep(60_000, false, { ref: false })])
    flood.destroy()
    assert.ok(isClosed, 'the connection is closed')
    leastMs = Math.min(leastMs, (await probe()).spentMs)
  }
  t.diagnostic(`cost ${leastMs.toFixed(0)} ms`)
  assert.ok(leastMs < 300, `cost ${leastMs} ms`)
})
