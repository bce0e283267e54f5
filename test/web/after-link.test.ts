// The button "Continue as {name}" of /sign-in, after a link with which a password was chosen or confirmed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setPassword } from '../../src/domain/accounts/set-password.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { totpCode } from '../totp.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'
import { newMail } from './mailbox.ts'

const minute = 60_000
const password = 'another sentence to remember'

/** Chooses a new password with the link of an email, and returns the page after it. */
async function recover(service: RunningService, { email }: TestAccount, browser: Browser): Promise<PageView> {
  await browser.send(await browser.get('/recover'), '/recover', { email })
  const link = (await newMail(service)).find(({ kind }) => kind === 'recover')?.link ?? ''
  return browser.send(await browser.get(link), link, { password })
}

const proceed = (browser: Browser, page: PageView) => browser.send(page, '/sign-in/continue')
const isOffered = ({ text }: PageView, username: string) =>
  text.includes(`<button class="main">Continue as ${username}</button>`)
const secretOf = (browser: Browser) => browser.cookies.get('norn-sign-in') ?? ''
const hasSession = (browser: Browser) => browser.cookies.has('norn-session')

onEveryDatabase('after a link', (start) => {
  let ours: Promise<RunningService> | undefined
  const shared = () =>
    (ours ??= start({ NORN_MAILS_PER_ADDRESS: '1000', NORN_REGISTRATIONS_PER_ADDRESS: '1000' }))

  test('a registration is confirmed and continued without typing anything again', async () => {
    const service = await shared()
    const browser = browserOf(service)
    const next = '/account/skin'
    const form = await browser.get(`/register?next=${next}`)
    await browser.send(form, '/register', { username: 'Freya_1', email: 'freya@example.test', password })
    const link = (await newMail(service))[0]?.link ?? ''
    const confirmed = await browser.send(await browser.get(link), link)
    assert.deepEqual([confirmed.path, confirmed.flash], [`/sign-in?next=${next}`, 'Your account is ready.'])
    assert.equal(hasSession(browser), false)
    assert.ok(isOffered(confirmed, 'Freya_1'))
    assert.match(confirmed.text, /id="login" name="login" [^>]*value="Freya_1"/)
    const inside = await proceed(browser, confirmed)
    assert.deepEqual([inside.status, inside.path], [200, next])
    assert.equal(browser.cookies.has('norn-sign-in') || browser.cookies.has('norn-login'), false)
  })

  test('a recovered account is continued once, and by one of two tabs', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    const changed = await recover(service, account, browser)
    assert.deepEqual([changed.path, changed.flash], ['/sign-in', 'Your password was changed.'])
    assert.equal(hasSession(browser), false)
    const secret = secretOf(browser)
    const guest = new Map(browser.cookies)
    const tabs = [browser, browserOf(service), browserOf(service)] as const
    for (const tab of tabs) for (const [name, value] of guest) tab.cookies.set(name, value)
    const [csrf = ''] = /(?<=name="csrf" value=")[^"]+/.exec(changed.text) ?? []
    const answers = await Promise.all(tabs.map((tab) => tab.post('/sign-in/continue', { csrf, next: '' })))
    assert.deepEqual(answers.map(({ headers }) => headers.get('location')).sort(), [
      '/account',
      '/sign-in?next=/account',
      '/sign-in?next=/account',
    ])
    assert.deepEqual(tabs.map(hasSession).sort(), [false, false, true])
    const late = browserOf(service)
    for (const [name, value] of guest) late.cookies.set(name, value)
    assert.equal(secretOf(late), secret)
    const form = await late.get('/sign-in')
    assert.ok(!isOffered(form, account.username))
    const replayed = await late.post('/sign-in/continue', { csrf, next: '' })
    assert.equal(replayed.headers.get('location'), '/sign-in?next=/account')
    assert.equal(hasSession(late), false)
  })

  test('a second factor is asked for, and one that is turned on later ends the button', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    const { secret } = await enableSecondFactor(service.context, operator, await service.stored(account))
    const changed = await recover(service, account, browser)
    const asked = await proceed(browser, changed)
    assert.deepEqual([asked.path, asked.heading], ['/sign-in/code?next=/account', 'Two-factor code'])
    assert.equal(hasSession(browser), false)
    assert.equal((await browser.get('/account')).heading, 'Sign in')
    const inside = await browser.send(asked, '/sign-in/code', { code: totpCode(secret, service.now()) })
    assert.equal(inside.path, '/account')

    const other = await service.account()
    const unprotected = await recover(service, other, browserOf(service))
    assert.ok(isOffered(unprotected, other.username))
    const late = browserOf(service)
    const page = await recover(service, other, late)
    await enableSecondFactor(service.context, operator, await service.stored(other))
    assert.equal((await proceed(late, page)).heading, 'Sign in')
    assert.equal((await late.get('/sign-in/code')).heading, 'Sign in')
    assert.equal(hasSession(late), false)
  })

  test('without a second factor no code is asked for', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    await recover(service, account, browser)
    const page = await browser.get('/sign-in/code')
    assert.deepEqual([page.heading, page.flash], ['Sign in', 'That took too long. Sign in again.'])
  })

  test('a suspension is shown, another password and ten minutes end the button', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    const changed = await recover(service, account, browser)
    const ended = await service.stored(account)
    await setPassword(service.context, operator, ended, 'a third sentence to remember')
    const refused = await proceed(browser, changed)
    assert.deepEqual([refused.heading, refused.flash], ['Sign in', 'That took too long. Sign in again.'])

    const again = await recover(service, account, browser)
    service.advance(10 * minute)
    assert.equal((await proceed(browser, again)).heading, 'Sign in')
    assert.equal(hasSession(browser), false)

    await suspendAccount(service.context, operator, await service.stored(account), {
      reason: 'griefing',
      until: undefined,
    })
    const suspended = await recover(service, account, browser)
    const told = await proceed(browser, suspended)
    assert.equal(told.status, 403)
    assert.match(told.alert ?? '', /suspended.*griefing/i)
    assert.equal(hasSession(browser), false)
  })

  test('the button works only from our own page, in this browser, and its secret is not a session', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    const changed = await recover(service, account, browser)
    const secret = secretOf(browser)
    assert.match(secret, /^[\w-]{43}$/)
    const [csrf = ''] = /(?<=name="csrf" value=")[^"]+/.exec(changed.text) ?? []
    const foreign = { origin: 'https://evil.test' }
    assert.equal((await browser.post('/sign-in/continue', { next: '' })).status, 403)
    assert.equal((await browser.post('/sign-in/continue', { csrf, next: '' }, foreign)).status, 403)
    assert.equal((await browser.get('/sign-in/continue')).status, 405)
    assert.equal(hasSession(browser), false)
    const elsewhere = browserOf(service)
    const form = await elsewhere.get('/sign-in')
    assert.ok(!isOffered(form, account.username))
    elsewhere.cookies.set('norn-session', secret)
    assert.equal((await elsewhere.get('/account')).heading, 'Sign in')

    const inside = await proceed(browser, changed)
    assert.equal(inside.path, '/account')
    const session = browser.cookies.get('norn-session') ?? ''
    assert.ok(session !== secret && /^[\w-]{43}$/.test(session))
    elsewhere.cookies.set('norn-sign-in', session)
    assert.ok(!isOffered(await elsewhere.get('/sign-in'), account.username))
  })

  test('where somebody else is signed in, their session ends', async () => {
    const service = await shared()
    const [account, other] = [await service.account(), await service.account()]
    const browser = browserOf(service)
    await browser.signIn(other)
    const theirs = browser.cookies.get('norn-session') ?? ''
    const changed = await recover(service, account, browser)
    assert.equal(changed.path, '/sign-in?again=1')
    assert.ok(isOffered(changed, account.username))
    const inside = await proceed(browser, changed)
    assert.ok(inside.text.includes(`<h2>${account.username}</h2>`))
    const old = browserOf(service)
    old.cookies.set('norn-session', theirs)
    assert.equal((await old.get('/account')).heading, 'Sign in')
  })
})
