// A neighbour that never answers a sign-in. It waits for seconds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../neighbours/authorization-server.ts'
import { onEveryDatabase } from '../service.ts'
import { nothing, scene } from './signing-in.ts'

onEveryDatabase('silent neighbour silent', (start) => {
  test('a neighbour that is silent, or drips, is given up after five seconds', async (t) => {
    const stage = await scene(t, await start())
    const drip: Answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const dripping = setInterval(() => response.write(' '), 100)
      response.on('close', () => clearInterval(dripping))
    }
    for (const [at, answer] of [
      ['/token', () => undefined],
      ['/jwks', drip],
    ] as const) {
      stage.mock.answers = { [at]: answer }
      const page = await stage.play()
      await nothing(stage, page, /did not answer in time/, 503)
      assert.ok(page.headers.get('retry-after'))
    }
  })
})
