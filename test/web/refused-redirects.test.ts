// A redirect URI that is not registered: page and log say which one was sent, and by which application.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
import { application, authorizePath } from '../wire/oauth2/oauth.ts'
import { browserOf } from './browser.ts'

onEveryDatabase('a refused redirect', (_, shared) => {
  test('names the address that was sent and the application, on the page and in the log', async () => {
    const service = await shared()
    const app = await application(service, { name: 'A <i>wiki</i>' })
    const browser = browserOf(service)
    for (const [sent, logged] of [
      ['https://app.example.test/back/', 'https://app.example.test/back/'],
      ['http://app.example.test/back', 'http://app.example.test/back'],
      ['https://app.example.test:8443/back', 'https://app.example.test:8443/back'],
      ['https://app.example.test/back?token=s3cret', 'https://app.example.test/back…'],
      ['https://app.example.test/back#s3cret', 'https://app.example.test/back…'],
      ['https://me:s3cret@app.example.test/back', 'https://…@app.example.test/back'],
      ['mailto:s3cret@example.test', '…@example.test'],
      ['s3cret%40example.test', '…@example.test'],
      ['"><script>alert(1)</script>', '"><script>alert(1)</script>'],
      ['https://app.example.test/\u202egnp\u0000\n', 'https://app.example.test/\\u202egnp'],
    ] as const) {
      const page = await browser.get(authorizePath(app, { redirect_uri: sent }))
      assert.deepEqual([page.status, page.sentTo], [400, undefined], sent)
      const escaped = sent
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
      if (!sent.includes('\u202e')) assert.ok(page.text.includes(`<code>${escaped}</code>`), page.text)
      assert.ok(['\u202e', '\u0000', '<script>alert'].every((text) => !page.text.includes(text)))
      assert.match(page.text, /A &lt;i&gt;wiki&lt;\/i&gt; <code>[\da-f]{32}<\/code>/)
      const line = await service.logLine(page)
      assert.equal(line.client, app.id)
      assert.ok(line.redirectUri.startsWith(logged), `${line.redirectUri} for ${sent}`)
      assert.ok(!JSON.stringify(line).includes('s3cret'))
    }
    const long = `https://app.example.test/${'a'.repeat(4000)}`
    const page = await browser.get(authorizePath(app, { redirect_uri: long }))
    assert.ok(page.text.includes('aaa…</code>') && !page.text.includes('a'.repeat(400)))
    assert.ok((await service.logLine(page)).redirectUri.length <= 201)
  })

  test('by an application that does not exist is about its client_id', async () => {
    const service = await shared()
    const browser = browserOf(service)
    const app = { id: 'no<b>body', redirectUri: 'https://app.example.test/back' }
    const page = await browser.get(authorizePath(app))
    assert.equal(page.status, 400)
    assert.ok(page.text.includes('<code>no&lt;b&gt;body</code>'))
    assert.equal((await service.logLine(page)).client, '…')
  })

  test('is not repeated by the sign-in page, which names the application that asked', async () => {
    const service = await shared()
    const app = await application(service, { name: 'A <i>wiki</i>' })
    const browser = browserOf(service)
    const signIn = await browser.get(authorizePath(app))
    assert.match(signIn.text, /Sign in to continue to A &lt;i&gt;wiki&lt;\/i&gt;\./)
    const again = await browser.send(signIn, '/sign-in', { login: 'nobody', password: 'wrong' })
    assert.match(again.text, /Sign in to continue to A &lt;i&gt;wiki/)
    for (const next of [
      '/account',
      authorizePath({ ...app, id: 'nobody' }),
      authorizePath(app, { redirect_uri: 'https://evil.example.test/' }),
    ]) {
      const page = await browser.get(`/sign-in?next=${encodeURIComponent(next)}`)
      assert.doesNotMatch(page.text, /continue to/)
    }
  })
})
