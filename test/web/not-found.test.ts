import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'

const json =
  '{"error":"Not Found","errorMessage":"The server has not found anything matching the request URI"}'
const chrome =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8'

onEveryDatabase('an unknown path', (start) => {
  test('is answered with a page for browsers, and otherwise with the error, byte for byte', async () => {
    const service = await start({ NORN_SERVER_NAME: '<b>Ours</b>' })
    const get = (path: string, accept: string, method = 'GET') =>
      service.request(path, { method, headers: { accept } })
    for (const [path, accept] of [
      ['/nowhere', chrome],
      ['/nowhere/else?accessToken=secret', 'text/html'],
    ] as const) {
      const answer = await get(path, accept)
      assert.equal(answer.status, 404)
      assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      assert.match(answer.headers.get('content-security-policy') ?? '', /^default-src 'none'/)
      assert.match(
        answer.text,
        /<h1>Page not found<\/h1>\n+<p class="alert" id="alert" tabindex="-1" autofocus role="alert">/,
      )
      assert.ok(answer.text.includes('&lt;b&gt;Ours&lt;/b&gt;'))
      assert.ok(!answer.text.includes('secret'))
      assert.equal((await service.logLine(answer)).reason, 'route_unknown')
    }
    for (const [accept, method] of [
      ['*/*', 'GET'],
      ['application/json', 'GET'],
      ['text/html', 'POST'],
      // Java's default, and therefore the default of games.
      ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'GET'],
      ['text/html, image/gif, image/jpeg, */*; q=0.2', 'GET'],
    ] as const) {
      const answer = await get('/nowhere', accept, method)
      assert.deepEqual([answer.status, answer.text], [404, json], accept)
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
    }
  })
})
