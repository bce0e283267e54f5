import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'

function ask(baseUrl: string, localAddress: string, forwarded?: string): Promise<string> {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return new Promise((resolve, reject) => {
    const asked = request(`${baseUrl}/healthz/address`, { localAddress, headers }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      response.on('end', () => resolve(`${response.statusCode} ${body}`))
    })
    asked.on('error', reject)
    asked.end()
  })
}

onEveryDatabase('the address of a client', (start) => {
  test('determines limits and logs, with the state of the header', async () => {
    const { baseUrl } = await start({ NORN_TRUST_PROXY: '127.0.0.2' })
    const answers = [
      [await ask(baseUrl, '127.0.0.2'), 'none', '127.0.0.2'],
      [await ask(baseUrl, '127.0.0.2', '192.0.2.1'), 'trusted', '192.0.2.1'],
      [await ask(baseUrl, '127.0.0.2', '192.0.2.1, [2001:DB8::0:1]:4711'), 'trusted', '2001:db8::1'],
      // Nothing vouches for what is to the left of an invalid address.
      [await ask(baseUrl, '127.0.0.2', '192.0.2.1, unknown'), 'none', '127.0.0.2'],
      [await ask(baseUrl, '127.0.0.3'), 'none', '127.0.0.3'],
      [await ask(baseUrl, '127.0.0.3', '192.0.2.1'), 'ignored', '127.0.0.3'],
    ]
    for (const [answer, forwarded, address] of answers)
      assert.equal(answer, `200 {"address":"${address}","forwarded":"${forwarded}"}`)
  })
})
