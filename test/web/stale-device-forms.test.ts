// The code of a device is not lost where its form was made for another session, or for none.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
import { redeem, startDevice } from '../wire/oauth2/oauth.ts'
import { browserOf } from './browser.ts'

onEveryDatabase('a form of /device that is out of date', (_start, shared) => {
  const valueOf = (text: string) =>
    / name="code" [^>]*value="([^"]*)"| value="([^"]*)" [^>]*name="code"/.exec(text)

  test('is shown again with the code after the browser has signed in, or out, in another tab', async () => {
    const service = await shared()
    const account = await service.account()
    const { username: login, password } = account
    for (const typed of ['known', 'BCDF-GHJK', 'b c d f', '"<>&', '']) {
      const code = typed === 'known' ? (await startDevice(service, 'openid')).user_code : typed
      const browser = browserOf(service)
      const ofGuest = await browser.get('/device')
      await browser.signIn(account)
      const again = await browser.send(ofGuest, '/device', { code })
      assert.deepEqual([again.status, again.heading], [200, 'Connect a device'], typed)
      const [, one, other] = valueOf(again.text) ?? []
      assert.equal(
        (one ?? other ?? '')
          .replaceAll('&quot;', '"')
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&amp;', '&'),
        code,
      )
      assert.match(again.flash ?? '', /what you typed/)
      if (typed !== 'known') continue
      const question = await browser.send(again, '/device', { code })
      assert.equal(question.heading, 'Allow Launcher?', 'only its own form asks')

      const other2 = await browser.get('/account')
      await browser.send(other2, '/sign-out')
      const signIn = await browser.send(again, '/device', { code })
      assert.equal(signIn.heading, 'Connect a device', 'a form of the session that has ended')
      assert.ok(signIn.text.includes(`value="${code}"`))
      const asked = await browser.send(signIn, '/device', { code })
      const back = await browser.send(asked, '/sign-in', { login, password })
      assert.ok(back.text.includes(`value="${code}"`))
    }
  })

  test('answers nothing: a question that was left open leads back to its code', async () => {
    const service = await shared()
    const account = await service.account()
    const { username: login, password } = account
    const { device_code, user_code: code } = await startDevice(service, 'openid')
    const browser = browserOf(service)
    await browser.signIn(account)
    const question = await browser.send(await browser.get('/device'), '/device', { code })
    await browser.send(await browser.get('/account'), '/sign-out')
    const origin = new URL(service.context.baseUrl()).origin
    const [, csrf = ''] = / name="csrf" value="([^"]+)"/.exec(question.text) ?? []
    const sent = await browser.post('/device/answer', { csrf, code, answer: 'allow' }, { origin })
    const signIn = await browser.get(sent.headers.get('location') ?? '')
    assert.equal(signIn.heading, 'Sign in')
    const back = await browser.send(signIn, '/sign-in', { login, password })
    assert.deepEqual([back.heading, back.text.includes(`value="${code}"`)], ['Connect a device', true])
    const stale = await browser.send(question, '/device/answer', { answer: 'allow' })
    assert.deepEqual([stale.heading, stale.text.includes(`value="${code}"`)], ['Connect a device', true])
    assert.equal((await redeem(service, device_code)).json.error, 'authorization_pending')
  })

  test('leads nowhere for another site, and not without any token', async () => {
    const service = await shared()
    const browser = browserOf(service)
    await browser.signIn(await service.account())
    const csrf = 'x'.repeat(43)
    const elsewhere = { origin: 'https://evil.example.test' }
    for (const answer of [
      await browser.post('/device', { csrf, code: 'BCDF-GHJK' }, elsewhere),
      await browser.post('/device', { code: 'BCDF-GHJK' }),
      await browser.post('/device/answer', { csrf, code: 'BCDF-GHJK', answer: 'allow' }, elsewhere),
    ])
      assert.equal(answer.status, 403)
    // A sign of two code units may stand where the text is cut, and half of one is in no address.
    for (let length = 28; length < 36; length++) {
      const code = `${'x'.repeat(length)}😀`
      const shown = await browser.get(`/device?user_code=${encodeURIComponent(code)}`)
      assert.equal(shown.status, 200, code)
      for (const path of ['/device', '/device/answer']) {
        assert.equal((await browser.post(path, { csrf, code })).status, 303, code)
        const guest = browserOf(service)
        assert.equal((await guest.send(await guest.get('/device'), '/device', { code })).status, 200, code)
      }
    }
    const long = await browser.post('/device', { csrf, code: 'x'.repeat(5000) })
    assert.ok((long.headers.get('location') ?? '').length < 100)
  })
})
