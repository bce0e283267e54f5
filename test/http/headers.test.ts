// Headers that every answer of a request has, whatever it is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'

onEveryDatabase('headers', (_start, shared) => {
  test('every answer forbids guessing its type', async () => {
    const service = await shared()
    for (const [expected, path, method = 'GET'] of [
      [200, '/'],
      [200, '/sign-in'],
      [200, '/authlib-injector/'],
      [401, '/session/hasJoined?username=Steve&serverId=x'],
      [200, '/oauth2/jwks'],
      [200, '/openapi.json'],
      [200, '/docs'],
      [200, '/healthz'],
      [404, '/textures/00'],
      [404, '/nothing'],
      [405, '/auth/validate'],
      [400, '/auth/validate', 'POST'],
      [401, '/api/v1/accounts'],
      [303, '/account'],
    ] as const) {
      const { status, headers } = await service.request(path, { method })
      assert.equal(status, expected, path)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
      assert.equal(headers.get('x-frame-options'), 'DENY', path)
      assert.match(headers.get('referrer-policy') ?? '', /^(no-referrer|same-origin)$/, path)
    }
  })
})
