import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'

onEveryDatabase('GET /', (start) => {
  test('names the service and its addresses, below a path too, and lets nothing in', async () => {
    for (const path of ['', '/accounts']) {
      const service = await start({
        NORN_SERVER_NAME: '<b>Ours</b>',
        ...(path && { NORN_BASE_URL: `https://accounts.example.test${path}` }),
      })
      const answer = await service.get('/')
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.match(answer.headers.get('content-security-policy') ?? '', /^default-src 'none'/)
      assert.match(answer.text, /<h1>&lt;b&gt;Ours&lt;\/b&gt;<\/h1>/)
      assert.ok(answer.text.includes(`${service.context.baseUrl()}/authlib-injector`))
      assert.equal(
        answer.headers.get('x-authlib-injector-api-location'),
        `${service.context.baseUrl()}/authlib-injector/`,
      )
    }
  })
})
