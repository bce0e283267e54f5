// Forms for visitors that were opened before the browser signed in, or out, in another tab.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
import { application, authorizePath } from '../wire/oauth2/oauth.ts'
import { browserOf, type PageView } from './browser.ts'

const hiddenOf = ({ text }: PageView): Record<string, string> => {
  const [, csrf = ''] = / name="csrf" value="([^"]+)"/.exec(text) ?? []
  return { csrf }
}

onEveryDatabase('two tabs of one browser', (_, shared) => {
  test('at the sign-in page of two applications both lead on', async () => {
    const service = await shared()
    const account = await service.account()
    const [one, other] = [
      await application(service, { name: 'One' }),
      await application(service, { name: 'Another' }),
    ]
    const browser = browserOf(service)
    const first = await browser.get(authorizePath(one))
    const second = await browser.get(authorizePath(other))
    const { username: login, password } = account
    assert.equal((await browser.send(first, '/sign-in', { login, password })).heading, 'Allow One?')
    const led = await browser.send(second, '/sign-in', { login, password })
    assert.deepEqual([led.status, led.heading], [200, 'Allow Another?'])
    // What was typed there counts for nothing: it may have been for somebody else.
    const third = await browser.send(second, '/sign-in', { login: 'somebody', password: 'else' })
    assert.equal(third.heading, 'Allow Another?')
  })

  test('lead on from the other forms for visitors, and nowhere where there is nothing to lead to', async () => {
    const service = await shared()
    const account = await service.account()
    const app = await application(service, { name: 'One' })
    const browser = browserOf(service)
    const next = authorizePath(app)
    const pages = [
      ['/register', '/register', { username: 'New', email: 'new@example.test', password: 'pass word 1' }],
      ['/recover', '/recover', { email: 'new@example.test' }],
    ] as const
    const opened = await Promise.all([
      browser.get(`/sign-in?next=${encodeURIComponent(next)}`),
      ...pages.map(([path]) => browser.get(`${path}?next=${encodeURIComponent(next)}`)),
    ])
    // Opened at once, each tab may have its own guest cookie, of which the last one stays.
    const forms = await Promise.all(
      pages.map(([path]) => browser.get(`${path}?next=${encodeURIComponent(next)}`)),
    )
    assert.ok(opened.every(({ status }) => status === 200))
    await browser.signIn(account)
    for (const [index, [, action, fields]] of pages.entries()) {
      const form = forms[index]
      assert.ok(form)
      const led = await browser.send(form, action, fields)
      assert.equal(led.heading, 'Allow One?', action)
    }
  })

  test('lead nowhere that is not ours, and not for another site or without a token', async () => {
    const service = await shared()
    const browser = browserOf(service)
    const page = await browser.signIn(await service.account(), '/account')
    const { csrf = '' } = hiddenOf(page)
    for (const next of ['https://evil.example.test/', '//evil.example.test', '/\\evil.example.test']) {
      const answer = await browser.post('/sign-in', { csrf: 'x'.repeat(43), next })
      assert.ok(!(answer.headers.get('location') ?? '').includes('evil'), next)
    }
    const foreign = { origin: 'https://evil.example.test' }
    const sent = { csrf: 'x'.repeat(43), next: '/account' }
    assert.equal((await browser.post('/sign-in', sent, foreign)).status, 403)
    assert.equal((await browser.post('/sign-in', { next: '/account' })).status, 403)
    // Forms that change something for who is signed in need their own token.
    assert.equal((await browser.post('/account/language', { ...sent, language: 'de' })).status, 403)
    assert.equal((await browser.post('/sign-out', { csrf: `${csrf.slice(1)}x` })).status, 403)
    // A browser that keeps no cookies would come back again and again.
    browser.cookies.clear()
    assert.equal((await browser.post('/sign-in', sent)).status, 403)
  })
})
