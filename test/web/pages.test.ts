// Rules for every page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
import { browserOf } from './browser.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

onEveryDatabase('pages', (start, shared) => {
  test('are HTML regardless of Accept, never cached, and under a strict policy, including errors', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn(account)
    const asJson = { headers: { accept: 'application/json' } }
    const answers = [
      [200, await service.get('/sign-in', asJson)],
      [200, await browser.get('/account')],
      [404, await browser.get('/account/nothing')],
      [405, await service.request('/sign-in', { method: 'PUT' })],
      [403, await service.request('/sign-in', { method: 'POST' })],
      [400, await service.post('/sign-in', {})],
      [413, await browser.post('/sign-in', { login: 'x'.repeat(70_000) })],
    ] as const
    for (const [expected, { status, headers, text }] of answers) {
      assert.equal(status, expected)
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('content-security-policy'), policy)
      assert.equal(headers.get('referrer-policy'), 'same-origin')
      assert.equal(headers.get('x-authlib-injector-api-location'), `${service.baseUrl}/authlib-injector/`)
      assert.equal(text.match(/<h1>/g)?.length, 1)
      for (const landmark of ['<header>', '<main ', '<footer ']) assert.ok(text.includes(landmark), landmark)
      assert.match(text, /<body>\s*<a class="skip" href="#content">Skip to content<\/a>/)
    }
  })

  test('accept forms only from themselves', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    const page = await browser.get('/sign-in')
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? []
    const fields = { login: account.username, password: account.password }
    const other = await browserOf(service).get('/sign-in')
    const [, foreign = ''] = /name="csrf" value="([^"]+)"/.exec(other.text) ?? []
    assert.notEqual(csrf, foreign)
    for (const [given, headers] of [
      [fields, {}],
      [{ ...fields, csrf: foreign }, {}],
      [{ ...fields, csrf: '' }, {}],
      [{ ...fields, csrf }, { origin: 'https://evil.test' }],
      [{ ...fields, csrf }, { origin: 'null' }],
    ] as const) {
      const answer = await browser.post('/sign-in', given, headers)
      assert.equal(answer.status, 403)
      assert.match(answer.text, /role="alert">Nothing was changed/)
      assert.equal(browser.cookies.has('norn-session'), false)
    }
    const { origin } = new URL(service.baseUrl)
    // An origin that begins like ours is a different one.
    for (const near of [`${origin}0`, origin.slice(0, -1)]) {
      assert.equal((await browser.post('/sign-in', { ...fields, csrf }, { origin: near })).status, 403, near)
    }
    assert.equal((await browser.post('/sign-in', { ...fields, csrf }, { origin })).status, 303)
    const late = await browser.post('/sign-out', { csrf })
    assert.equal(late.status, 403, 'the token of the signed-out form ends with the sign-in')
  })

  test('send signed-out browsers to sign in first, and then to the page, or to that of the form, before the body is read', async () => {
    const service = await shared()
    for (const [path, method, page = path] of [
      ['/account', 'GET'],
      ['/account/any/thing?a=b&c', 'GET'],
      ['/account/username', 'POST'],
      ['/account/username?a', 'POST', '/account/username'],
      ['/account/devices/0123456789abcdef', 'POST', '/account/devices'],
      ['/account/delete/keep', 'POST', '/account/delete'],
      ['/account/security/off', 'POST', '/account/security'],
      ['/account/security/passkeys/remove', 'POST', '/account/security'],
      ['/admin/accounts/0/suspend', 'POST', '/admin/accounts/0'],
      ['/admin/bans', 'POST'],
      ['/device/answer', 'POST', '/device'],
      ['/oauth2/consent/x', 'POST'],
      ['/sign-out', 'POST', ''],
    ] as const) {
      const { status, headers } = await service.request(path, {
        method,
        ...(method === 'POST' && { body: 'x' }),
      })
      const next = encodeURIComponent(page).replaceAll('%2F', '/')
      assert.deepEqual([status, headers.get('location')], [303, `/sign-in${next && `?next=${next}`}`])
    }
  })

  test('use the language of the account, otherwise of the cookie, otherwise of the browser, otherwise the configured one', async () => {
    const service = await start({ NORN_LANGUAGE: 'ru' })
    const languageOf = async (browser = browserOf(service), accept?: string, path = '/sign-in') => {
      const { text } = await browser.get(path, accept === undefined ? {} : { 'accept-language': accept })
      return /<html lang="([^"]+)">/.exec(text)?.[1]
    }
    assert.equal(await languageOf(undefined), 'ru')
    assert.equal(await languageOf(undefined, 'pl-PL,pl;q=0.9'), 'ru')
    assert.equal(await languageOf(undefined, 'pl,en;q=0.5,zh-Hans;q=0.8,ru;q=0'), 'zh-CN')
    assert.equal(await languageOf(undefined, 'de-AT'), 'de')
    assert.equal(await languageOf(undefined, 'es-419,es;q=0.9'), 'es')
    assert.equal(await languageOf(undefined, 'fr-CA'), 'fr')
    assert.equal(await languageOf(undefined, 'pt-PT,en;q=0.9'), 'pt-BR')
    assert.equal(await languageOf(undefined, 'EN-gb'), 'en')
    assert.equal(await languageOf(undefined, `${'x,'.repeat(5000)}en`), 'ru')

    const browser = browserOf(service)
    const chosen = await browser.send(await browser.get('/sign-in?next=/account'), '/language', {
      language: 'zh-CN',
    })
    assert.deepEqual([chosen.path, chosen.heading], ['/sign-in?next=/account', '登录'])
    assert.equal(await languageOf(browser, 'en'), 'zh-CN')
    await browser.signIn(await service.account({ language: 'en-US' }))
    assert.equal(await languageOf(browser, 'ru', '/account'), 'en')
  })

  test('set cookies that scripts and other sites cannot read, with the host prefix under https', async () => {
    const service = await start({ NORN_BASE_URL: 'https://accounts.example.test/norn' })
    const account = await service.account()
    const browser = browserOf(service)
    const form = await browser.get('/sign-in')
    assert.match(
      form.headers.getSetCookie().join('\n'),
      /^__Host-norn-guest=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const page = await browser.send(form, '/sign-in', { login: account.username, password: account.password })
    assert.equal(page.path, '/account')
    assert.ok(page.text.includes('href="/norn/assets/style-'))
    const answer = await browser.get('/sign-in?next=/account')
    assert.equal(answer.path, '/account', 'a path above the base URL is not ours')
    assert.match(browser.cookies.get('__Host-norn-session') ?? '', /^[\w-]{43}$/)
  })

  test('load their styles and images under names that change with the content, cached forever', async () => {
    const service = await start({ NORN_ACCENT_COLOR: '#ffee00' })
    const { text } = await service.get('/sign-in')
    const paths = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    assert.deepEqual([...new Set(paths)].map((path) => path.replace(/-[^-]+$/, '')).toSorted(), [
      '/assets/reveal',
      '/assets/rune',
      '/assets/style',
    ])
    for (const path of paths) {
      const file = await service.get(path)
      assert.equal(file.status, 200, path)
      assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.doesNotMatch(file.text, /accent-(light|dark)/)
    }
    const style = await service.get(paths.find((path) => path.endsWith('.css')) ?? '')
    assert.equal(style.headers.get('content-type'), 'text/css; charset=utf-8')
    const accents = [...style.text.matchAll(/--accent: ?(#[0-9a-f]{6});/g)].map(([, colour]) => colour)
    assert.match(accents.join(' '), /^#[0-8][0-9a-f]{5} #ffee00$/, 'yellow is darkened only on white')
    assert.ok(text.length + style.text.length < 50_000)
    assert.equal((await service.get('/assets/style-000000000000.css')).status, 404)
  })
})
