import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setPassword } from '../../src/domain/accounts/set-password.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { totpCode } from '../totp.ts'
import { browserOf } from './browser.ts'

const minute = 60_000
const day = 86_400_000

/** An account with a second factor, and a function that computes its codes. */
async function protectedAccount(service: RunningService): Promise<TestAccount & { code: () => string }> {
  const account = await service.account()
  const { secret } = await enableSecondFactor(service.context, operator, await service.stored(account))
  return { ...account, code: () => totpCode(secret, service.now()) }
}

onEveryDatabase('signing in on a page', (start, shared) => {
  test('leads to the account, with name or email in any letter case, and signing out ends it', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    const form = await browser.get('/account')
    assert.equal(form.path, '/sign-in?next=/account')
    assert.equal(form.heading, 'Sign in')

    const page = await browser.signIn({ ...account, username: ` ${account.email.toUpperCase()} ` })
    assert.deepEqual([page.status, page.path, page.heading], [200, '/account', 'Account'])
    assert.ok(page.text.includes(`<h2>${account.username}</h2>`))
    const kept = browser.cookies.get('norn-session') ?? ''
    assert.match(kept, /^[\w-]{43}$/)

    const left = await browser.send(page, '/sign-out')
    assert.deepEqual([left.path, left.flash], ['/sign-in', 'You are signed out.'])
    assert.equal(browser.cookies.get('norn-session'), undefined)
    assert.equal((await browser.get('/sign-in')).flash, undefined, 'it is shown once')
    browser.cookies.set('norn-session', kept)
    assert.equal((await browser.get('/account')).path, '/sign-in?next=/account')
  })

  test('continues to the requested page, and to no other site', async () => {
    const service = await shared()
    const account = await service.account()
    const base = service.context.baseUrl()
    for (const [next, path] of [
      ['/account?a=b', '/account?a=b'],
      ['/sign-in', '/account'],
      ['//evil.test/account', '/account'],
      ['/\\evil.test', '/account'],
      ['/\t/evil.test', '/account'],
      [`${base}/account`, '/account'],
      ['https://evil.test/', '/account'],
      ['javascript:alert(1)', '/account'],
      [`/${'a'.repeat(5000)}`, '/account'],
    ] as const) {
      const page = await browserOf(service).signIn(account, next)
      assert.deepEqual([page.status, page.path], [200, path], next)
    }
  })

  test('answers an unknown login like a wrong password, and keeps only the login', async () => {
    const service = await shared()
    const account = await service.account()
    const tries = [
      { username: account.username, password: 'wrong "quoted" <password>' },
      { username: '"><script>nobody', password: account.password },
    ]
    for (const credentials of tries) {
      const page = await browserOf(service).signIn(credentials)
      assert.equal(page.status, 422)
      assert.equal(page.alert, 'The username, email address or password is wrong. Check them and try again.')
      const escaped = credentials.username.replace('"><script>', '&quot;&gt;&lt;script&gt;')
      assert.ok(page.text.includes(`value="${escaped}"`))
      assert.ok(!page.text.includes('quoted'))
      assert.equal(page.text.match(/aria-invalid="true"/g)?.length, 2)
      assert.match(page.text, /id="password" [^>]*aria-describedby="alert"/)
    }
  })

  test('shares its budget of guesses with launchers', async () => {
    const service = await start({ NORN_GUESS_ADDRESS_ACCOUNT: '2' })
    const { username, password } = await service.account()
    await service.post('/auth/authenticate', { username, password: 'wrong', clientToken: 'c' })
    await browserOf(service).signIn({ username, password: 'wrong' })
    const page = await browserOf(service).signIn({ username, password })
    assert.equal(page.status, 429)
    assert.equal(page.headers.get('retry-after'), '10')
    assert.equal(page.alert, 'Too many failed attempts. Try again in 1 minute.')
    const launcher = await service.post('/auth/authenticate', { username, password, clientToken: 'c' })
    assert.equal(launcher.status, 429)
    service.advance(minute)
    assert.equal((await browserOf(service).signIn({ username, password })).path, '/account')
  })

  test('tells only somebody with the right password about a suspension, with reason and end', async () => {
    const service = await shared()
    const account = await service.account()
    await suspendAccount(service.context, operator, await service.stored(account), {
      reason: 'Griefing.',
      until: Date.UTC(2027, 0, 1),
    })
    const page = await browserOf(service).signIn(account)
    assert.equal(page.status, 403)
    assert.equal(
      page.alert?.replaceAll(/\s/g, ' '),
      'This account is suspended until January 1, 2027 at 12:00 AM UTC. Reason: Griefing.',
    )
    assert.doesNotMatch((await browserOf(service).signIn({ ...account, password: 'x' })).text, /Griefing/)
  })

  test('asks for a code if one is needed: each works once, and the password stays valid for ten minutes', async () => {
    const service = await shared()
    const account = await protectedAccount(service)
    const browser = browserOf(service)
    const asked = await browser.signIn(account, '/account?a')
    assert.deepEqual([asked.path, asked.heading], ['/sign-in/code?next=/account%3Fa', 'Two-factor code'])
    assert.equal((await browser.get('/account')).heading, 'Sign in', 'not signed in yet')

    const wrong = await browser.send(asked, '/sign-in/code', { code: '000000' })
    assert.equal(wrong.status, 422)
    assert.equal(
      wrong.alert,
      'The code is wrong or has already been used. Wait for the next one and try again.',
    )
    const code = account.code()
    const page = await browser.send(wrong, '/sign-in/code', { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    assert.equal(page.path, '/account?a')
    assert.equal(browser.cookies.has('norn-sign-in'), false)

    const second = browserOf(service)
    const again = await second.send(await second.signIn(account), '/sign-in/code', { code })
    assert.equal(again.status, 422, 'a code works once')
    service.advance(10 * minute + 1)
    const late = await second.send(again, '/sign-in/code', { code: account.code() })
    assert.deepEqual(
      [late.path, late.flash],
      ['/sign-in?next=/account', 'That took too long. Sign in again.'],
    )
  })

  test('counts wrong codes as guesses; a verified password is valid for one sign-in, and not for another password', async () => {
    const service = await start({ NORN_GUESS_ADDRESS_ACCOUNT: '2' })
    const account = await protectedAccount(service)
    const browser = browserOf(service)
    let page = await browser.signIn(account)
    for (const status of [422, 422, 429]) {
      page = await browser.send(page, '/sign-in/code', { code: '000000' })
      assert.equal(page.status, status)
    }
    service.advance(minute)
    const proved = browser.cookies.get('norn-sign-in') ?? ''
    assert.equal((await browser.send(page, '/sign-in/code', { code: account.code() })).path, '/account')
    const second = browserOf(service)
    second.cookies.set('norn-sign-in', proved)
    assert.equal((await second.get('/sign-in/code')).heading, 'Sign in')

    assert.equal((await second.signIn(account)).heading, 'Two-factor code')
    await setPassword(service.context, operator, await service.stored(account), 'another sentence')
    assert.equal((await second.get('/sign-in/code')).heading, 'Sign in')
  })

  test('shows a suspension after the code, not after the password alone', async () => {
    const service = await shared()
    const account = await protectedAccount(service)
    await suspendAccount(service.context, operator, await service.stored(account), {})
    const browser = browserOf(service)
    const asked = await browser.signIn(account)
    assert.equal(asked.heading, 'Two-factor code')
    const page = await browser.send(asked, '/sign-in/code', { code: account.code() })
    assert.deepEqual([page.status, page.alert], [403, 'This account is suspended without an end date.'])
  })

  test('lasts as long as it is used, and ends with every other credential of the account', async () => {
    const service = await start({ NORN_SESSION_LIFETIME: '10d' })
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn(account)
    for (let days = 0; days < 3; days++) {
      service.advance(9 * day)
      assert.equal((await browser.get('/account')).path, '/account')
    }
    service.advance(10 * day + 1)
    assert.equal((await browser.get('/account')).heading, 'Sign in')

    await browser.signIn(account)
    const { username, password } = account
    await service.post('/auth/signout', { username, password })
    assert.equal((await browser.get('/account')).heading, 'Sign in')
    await browser.signIn(account)
    await suspendAccount(service.context, operator, await service.stored(account), {})
    assert.equal((await browser.get('/account')).heading, 'Sign in')
  })

  test('replaces the previous session of the browser', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn(account)
    assert.equal(browser.cookies.has('norn-guest'), false)
    const before = browser.cookies.get('norn-session') ?? ''
    const { username: login, password } = account
    const again = await browser.get('/sign-in?again=1')
    assert.equal((await browser.send(again, '/sign-in', { login, password })).path, '/account')
    const thief = browserOf(service)
    thief.cookies.set('norn-session', before)
    assert.equal((await thief.get('/account')).heading, 'Sign in')
  })

  test('is useless for the launcher protocol: a session is not a token', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn(account)
    const accessToken = browser.cookies.get('norn-session')
    const answer = await service.post('/auth/validate', { accessToken })
    assert.equal(answer.status, 401)
    const { rows } = { rows: await service.context.db.query.selectFrom('credential').selectAll().execute() }
    assert.ok(!JSON.stringify(rows).includes(String(accessToken)), 'the database contains a digest')
  })
})
