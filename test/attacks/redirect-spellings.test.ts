// Redirect addresses are compared to the letter (RFC 6749, section 3.1.2.3), but browsers rewrite what they open. So an
// address that they would rewrite is refused, and the answer names their spelling: what is stored is what was typed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { adminClient } from '../wire/admin/api.ts'
import { application, authorizePath } from '../wire/oauth2/oauth.ts'

/** Spellings that browsers rewrite, with theirs. */
const rewritten: readonly (readonly [string, string])[] = [
  ['http://127.1/', 'http://127.0.0.1/'],
  ['http://0x7f.1/cb', 'http://127.0.0.1/cb'],
  ['http://2130706433/', 'http://127.0.0.1/'],
  ['http://0177.0.0.1/', 'http://127.0.0.1/'],
  ['http://127.0.0.1./', 'http://127.0.0.1/'],
  ['http://[0:0:0:0:0:0:0:1]/', 'http://[::1]/'],
  ['http://LOCALHOST/', 'http://localhost/'],
  ['https:///x', 'https://x/'],
  ['https:/app.test/cb', 'https://app.test/cb'],
  ['https:app.test/cb', 'https://app.test/cb'],
  ['https:\\\\app.test\\cb', 'https://app.test/cb'],
  ['https://app.test\\@evil.test/', 'https://app.test/@evil.test/'],
  ['https://app.test/\tcb', 'https://app.test/cb'],
  ['https://app.test/c\r\nb', 'https://app.test/cb'],
  [' https://app.test/cb ', 'https://app.test/cb'],
  ['https://App.Test/cb', 'https://app.test/cb'],
  ['HTTPS://app.test/cb', 'https://app.test/cb'],
  ['https://app.test:443/cb', 'https://app.test/cb'],
  ['https://app.test:/cb', 'https://app.test/cb'],
  ['https://app.test:08443/cb', 'https://app.test:8443/cb'],
  ['https://app.test./cb', 'https://app.test/cb'],
  ['https://app.test.:8443/cb', 'https://app.test:8443/cb'],
  ['https://app%2etest/cb', 'https://app.test/cb'],
  ['https://app。test/cb', 'https://app.test/cb'],
  ['https://bücher.test/cb', 'https://xn--bcher-kva.test/cb'],
  ['https://xn--Bcher-kva.test/cb', 'https://xn--bcher-kva.test/cb'],
  ['https://app.test/a/../cb', 'https://app.test/cb'],
  ['https://app.test/%2e%2E/cb', 'https://app.test/cb'],
  ['https://app.test/./', 'https://app.test/'],
  ['https://app.test/cb?q="x"', 'https://app.test/cb?q=%22x%22'],
  ['https://app.test/{x}', 'https://app.test/%7Bx%7D'],
  ['https://app.test/ü', 'https://app.test/%C3%BC'],
]

/** Spellings of addresses that only a public application may have. */
const rewrittenPrivate: readonly (readonly [string, string])[] = [
  ['Launcher://back', 'launcher://back'],
  ['launcher:/a/../back', 'launcher:/back'],
  ['launcher://back/<x>', 'launcher://back/%3Cx%3E'],
]

/** Addresses that have no right spelling. */
const malformed = [
  'https://a..test/',
  'https://.a.test/',
  'https://a.test../',
  'https://a.test%2e./',
  `https://${'a'.repeat(64)}.test/`,
  `https://${'a.'.repeat(127)}test/`,
  'https://1.2.3.4.5/',
  'https://999.1.1.1/',
  'http://[fe80::1%25eth0]/',
  'https://user@app.test/',
  'https://@app.test/',
  'https://:@app.test/cb',
  'https:\\\\u:p@app.test/cb',
  'https://',
  'https://app.test:99999/',
]

/** One spelling each: kept to the letter. */
const kept = [
  'https://app.test',
  'https://app.test?x=1',
  'https://app.test/cb?',
  'https://app.test//cb',
  'https://app.test/%7Ecb%2f',
  'https://xn--bcher-kva.test/cb',
  'https://my_app.test:8443/',
  'http://127.0.0.1',
  'http://127.0.0.1:9/cb',
  'http://[::1]/',
]

onEveryDatabase('spellings of redirect addresses', (start) => {
  test('an address that browsers rewrite is refused with their spelling, which is then accepted; nothing else changes', async () => {
    const api = await adminClient(await start())
    for (const field of ['redirect_uris', 'post_logout_redirect_uris'])
      for (const isPublic of [false, true])
        for (const [typed, spelling] of [...rewritten, ...(isPublic ? rewrittenPrivate : [])]) {
          const body = { client_name: 'App', redirect_uris: ['https://app.test/'], public: isPublic }
          const refused = await api.send('POST', '/clients', { ...body, [field]: [typed] })
          const { code, value, allowed, detail } = refused.json
          const what = `${JSON.stringify(typed)} ${JSON.stringify(refused.json)}`
          assert.deepEqual(
            [refused.status, code, value, allowed],
            [422, 'redirect_uri_rewritten', typed, spelling],
            what,
          )
          assert.ok(detail.includes(spelling), what)
          if (field !== 'redirect_uris') continue
          const made = await api.send('POST', '/clients', { ...body, [field]: [spelling] })
          assert.equal(made.status, 201, what)
          assert.deepEqual(made.json.redirect_uris, [spelling])
          assert.equal(
            (await api.send('PATCH', `/clients/${made.json.client_id}`, { [field]: [typed] })).status,
            422,
          )
          assert.deepEqual((await api.send('GET', `/clients/${made.json.client_id}`)).json.redirect_uris, [
            spelling,
          ])
          await api.send('DELETE', `/clients/${made.json.client_id}`)
        }
    for (const uri of malformed) {
      const refused = await api.send('POST', '/clients', {
        client_name: 'App',
        redirect_uris: [uri],
        public: true,
      })
      assert.deepEqual([refused.status, refused.json.code], [422, 'redirect_uri_malformed'], uri)
    }
    const made = await api.send('POST', '/clients', { client_name: 'App', redirect_uris: kept })
    assert.deepEqual([made.status, made.json.redirect_uris], [201, kept])
  })

  test('the page shows both spellings', async () => {
    const service = await start()
    const browser = browserOf(service)
    const account = await service.account()
    await grantRole(service.context, operator, await service.stored(account), 'admin')
    await browser.signIn(account)
    const page = await browser.get('/admin/clients')
    const refused = await browser.send(page, '/admin/clients', {
      client_name: 'App',
      redirect_uris: 'https:///x',
    })
    assert.equal(refused.status, 422)
    assert.match(refused.text, /<code>https:\/\/\/x<\/code>/)
    assert.match(refused.text, /<code>https:\/\/x\/<\/code>/)
  })

  test('an authorization request with another spelling of the same address is refused', async () => {
    const service = await start()
    const app = await application(service, { isPublic: true, redirectUri: 'http://127.0.0.1/cb' })
    for (const uri of [
      'http://127.1/cb',
      'http://2130706433:9/cb',
      'http://127.0.0.1/a/../cb',
      'HTTP://127.0.0.1/cb',
      'http:127.0.0.1/cb',
    ]) {
      const answer = await service.get(authorizePath({ id: app.id, redirectUri: uri }))
      assert.equal(answer.status, 400, uri)
    }
    for (const uri of ['http://127.0.0.1/cb', 'http://127.0.0.1:80/cb', 'http://127.0.0.1:49152/cb'])
      assert.equal((await service.get(authorizePath({ id: app.id, redirectUri: uri }))).status, 303, uri)
  })
})
