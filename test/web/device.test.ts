// /device: connecting a device with the code that it shows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../service.ts'
import { redeem, startDevice } from '../wire/oauth2/oauth.ts'
import { browserOf } from './browser.ts'

onEveryDatabase('the device page', (start, shared) => {
  test('connects the device that shows the code to the signed-in account', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    const { device_code, user_code } = await startDevice(service, 'openid game_server_session')
    const filled = await browser.get(`/device?user_code=${user_code}`)
    assert.equal(filled.heading, 'Connect a device')
    assert.ok(filled.text.includes(`value="${user_code}"`))
    const signIn = await browser.send(filled, '/device', { code: user_code })
    assert.deepEqual([signIn.heading, signIn.flash], ['Sign in', 'Sign in to connect the device.'])
    const { username: login, password } = account
    const back = await browser.send(signIn, '/sign-in', { login, password })
    assert.ok(back.text.includes(`value="${user_code}"`), back.text)

    const question = await browser.send(back, '/device', { code: user_code.toLowerCase().replace('-', '') })
    assert.equal(question.heading, 'Allow Launcher?')
    assert.ok(question.text.includes(user_code))
    assert.match(question.text, /join game servers as you/)
    assert.match(question.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    const connected = await browser.send(question, '/device/answer', { answer: 'allow' })
    assert.equal(connected.heading, 'Device connected')
    const { access_token: accessToken } = (await redeem(service, device_code)).json
    const join = { accessToken, selectedProfile: account.id, serverId: 's' }
    assert.equal((await service.post('/session/join', join)).status, 200)

    const again = await browser.send(await browser.get('/device'), '/device', { code: user_code })
    assert.equal(again.status, 422)
    assert.match(again.alert ?? '', /wrong, has already been used or has expired/)
    assert.match(again.text, /aria-describedby="alert [^"]*" aria-invalid="true"/)
    assert.equal((await service.logLine(again)).reason, 'user_code_unknown')
    assert.ok(!service.log.some((line) => line.includes(user_code)))
  })

  test('tells the device that it was refused', async () => {
    const service = await shared()
    const browser = browserOf(service)
    await browser.signIn(await service.account())
    const { device_code, user_code } = await startDevice(service, 'openid')
    const page = await browser.send(await browser.get('/device'), '/device', { code: user_code })
    const refused = await browser.send(page, '/device/answer', { answer: 'deny' })
    assert.equal(refused.heading, 'Device refused')
    assert.equal((await redeem(service, device_code)).json.error, 'access_denied')
  })

  test('allows twenty guesses of a code, then one every half minute', async () => {
    const service = await start()
    const browser = browserOf(service)
    await browser.signIn(await service.account())
    const { user_code } = await startDevice(service, 'openid')
    const page = await browser.get('/device')
    for (let n = 0; n < 20; n++) {
      assert.equal((await browser.send(page, '/device', { code: 'BBBB-BBBB' })).status, 422)
    }
    const stopped = await browser.send(page, '/device', { code: user_code })
    assert.deepEqual([stopped.status, stopped.headers.get('retry-after')], [429, '30'])
    assert.match(stopped.alert ?? '', /Too many attempts/)
    // The answer does not reveal what the page hides either.
    const csrf = / name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    const answer = await browser.post('/device/answer', { csrf, code: user_code, answer: 'allow' })
    assert.equal(answer.status, 429)
    service.advance(30_000)
    assert.equal((await browser.send(page, '/device', { code: user_code })).heading, 'Allow Launcher?')
    // One network gets sixty for all of its accounts.
    for (const status of [422, 422, 429]) {
      const next = browserOf(service)
      await next.signIn(await service.account())
      const form = await next.get('/device')
      let last = 0
      for (let n = 0; n < 20; n++) last = (await next.send(form, '/device', { code: 'BBBB-BBBB' })).status
      assert.equal(last, status)
    }
  })

  test('refuses a code after its lifetime', async () => {
    const service = await start({ NORN_DEVICE_CODE_LIFETIME: '2m' })
    const browser = browserOf(service)
    await browser.signIn(await service.account())
    const { user_code: code } = await startDevice(service, 'openid')
    const form = await browser.get('/device')
    service.advance(119_000)
    assert.equal((await browser.send(form, '/device', { code })).heading, 'Allow Launcher?')
    service.advance(1000)
    assert.equal((await browser.send(form, '/device', { code })).status, 422)
  })
})
