import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
import { browserOf } from './browser.ts'

onEveryDatabase('a form at another address than the base URL', (start) => {
  for (const base of ['https://accounts.example.org', 'https://accounts.example.org/norn']) {
    test(`names the right one and leads to its page there: ${base}`, async () => {
      const service = await start({ NORN_BASE_URL: base })
      const browser = browserOf(service)
      const { origin } = new URL(service.baseUrl)
      for (const [path, action] of [
        ['/sign-in', '/sign-in'],
        ['/register', '/register'],
        ['/recover', '/recover'],
      ] as const) {
        assert.equal((await browser.get(path)).status, 200)
        browser.cookies.clear()
        for (const headers of [{ origin }, { origin: 'http://192.168.1.20' }, {}]) {
          const { status, text } = await browser.post(action, { csrf: 'x' }, headers)
          assert.equal(status, 403)
          assert.ok(text.includes('<h1>Open this page at its own address</h1>'), text)
          assert.ok(text.includes(`because forms work only at ${base}.`), text)
          assert.ok(text.includes(`<a href="${base}${path}">${base}${path}</a>`), text)
        }
        const own = await browser.post(action, { csrf: 'x' }, { origin: new URL(base).origin })
        assert.ok(!own.text.includes('Open this page at its own address'), own.text)
      }
    })
  }
})
