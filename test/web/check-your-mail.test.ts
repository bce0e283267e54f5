// "Check your email": the address that the email went to, another attempt, and a sign-in form that knows the name.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { browserOf } from './browser.ts'
import { newMail } from './mailbox.ts'

const password = 'a sentence to remember'

async function register(service: RunningService, username: string, email = `${username}@example.test`) {
  const browser = browserOf(service)
  const sent = await browser.send(await browser.get('/register'), '/register', { username, email, password })
  return { browser, sent }
}

onEveryDatabase('Check your mail', (start) => {
  test('shows the address, and sends another link for the same registration', async () => {
    const service = await start()
    const { browser, sent } = await register(service, 'Astrid')
    assert.equal(sent.heading, 'Check your mail')
    assert.match(sent.text, /name="email" value="Astrid@example\.test"/)
    assert.match(sent.text, /<a href="\/register">Use another address<\/a>/)
    const [first] = await newMail(service)
    const again = await browser.send(sent, '/register/sent')
    assert.deepEqual(
      [again.path, again.flash?.split('.')[0]],
      ['/register/sent', 'Another email was written'],
    )
    const [second, ...more] = await newMail(service)
    assert.deepEqual([second?.kind, second?.to, more.length], ['register', 'Astrid@example.test', 0])
    assert.notEqual(second?.link, first?.link)
    assert.equal((await browser.get(first?.link ?? '')).status, 200, 'the first link still works')
    const done = await browser.send(await browser.get(second?.link ?? ''), second?.link ?? '')
    assert.deepEqual([done.path, done.flash], ['/sign-in?next=/account/play', 'Your account is ready.'])
    assert.match(done.text, /name="login" type="text" value="Astrid"/)
    const inside = await browser.send(done, '/sign-in', { login: 'Astrid', password })
    assert.equal(inside.path, '/account/play')
    assert.ok(!browser.cookies.has('norn-login'))
  })

  test('sends nothing for a browser that has not registered, and counts every email', async () => {
    const service = await start({ NORN_MAILS_PER_ADDRESS: '2' })
    const { sent, browser } = await register(service, 'Bjorn')
    await newMail(service)
    const stranger = browserOf(service)
    const page = await stranger.get('/sign-in')
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    stranger.cookies.set('norn-mailed', 'Bjorn%40example.test')
    assert.equal((await stranger.post('/register/sent', { csrf })).headers.get('location'), '/register')
    stranger.cookies.set('norn-registering', 'x'.repeat(43))
    assert.equal((await stranger.post('/register/sent', { csrf })).status, 303)
    assert.deepEqual(await newMail(service), [])
    const spent = await browser.send(sent, '/register/sent')
    assert.equal(spent.status, 429)
    assert.match(spent.alert ?? '', /^Too many accounts or emails were requested/)
  })

  test('sends another link to choose a password, and fills the name into the sign-in form', async () => {
    const service = await start()
    const account = await service.account()
    const email = account.email ?? ''
    const browser = browserOf(service)
    const sent = await browser.send(await browser.get('/recover'), '/recover', { email })
    assert.ok(sent.text.includes(`name="email" value="${email}"`))
    const again = await browser.send(sent, '/recover')
    assert.equal(again.path, '/recover/sent')
    const links = (await newMail(service)).map(({ link }) => link)
    assert.equal(links.length, 2)
    const link = links[1] ?? ''
    const done = await browser.send(await browser.get(link), link, { password: 'another sentence' })
    assert.equal(done.path, '/sign-in')
    assert.ok(done.text.includes(`name="login" type="text" value="${account.username}"`))
  })

  test('without the address it shows the same page as before', async () => {
    const service = await start({ NORN_SMTP_URL: 'smtp://127.0.0.1:1' })
    const browser = browserOf(service)
    for (const kept of ['%', 'nobody', '%3Cb%3E']) {
      browser.cookies.set('norn-mailed', kept)
      const { text } = await browser.get('/register/sent')
      assert.match(text, /An email to you is on its way\. Open the link in it\./, kept)
    }
  })

  test('somebody who signs in again finds the name filled in, and later input is kept', async () => {
    const service = await start()
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn(account)
    const again = await browser.get('/sign-in?again=1&next=/account/security%3Fname%3DMy%20key')
    assert.ok(again.text.includes(`name="login" type="text" value="${account.username}"`))
    assert.match(again.text, /Sign in again to continue\./)
    assert.equal(again.flash, undefined)
    const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(again.text) ?? []
    assert.doesNotMatch(main, /Create account/)
    const fields = { login: account.username, password: account.password }
    const back = await browser.send(again, '/sign-in', fields)
    assert.equal(back.path, '/account/security?name=My%20key')
  })
})
