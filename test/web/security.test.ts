import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { totpCode } from '../totp.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'

const codesOn = (page: PageView): string[] =>
  [...page.text.matchAll(/<code>([0-9a-z]{5}-[0-9a-z]{5})<\/code>/g)].map(([, code = '']) => code)
const secretOn = (page: PageView): string =>
  /name="secret"[^>]* value="([A-Z2-7]{32})"/.exec(page.text)?.[1] ?? ''
const csrfOn = (page: PageView): string => /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
const securityPath = '/account/security'

const eventsOf = async (service: RunningService, id: string): Promise<string[]> => {
  const rows = await service.context.db.query
    .selectFrom('audit_entry')
    .select('event')
    .where('account_id', '=', id)
    .where('event', 'like', 'second_factor.%')
    .execute()
  return rows.map(({ event }) => event).sort()
}

/** An account whose owner has turned on the app on a page. */
async function withApp(service: RunningService) {
  const account = await service.account()
  const browser = browserOf(service)
  await browser.signIn(account)
  const setUp = await browser.get('/account/security/totp')
  const secret = secretOn(setUp)
  const shown = await browser.send(setUp, '/account/security/totp', {
    secret,
    code: totpCode(secret, service.now()),
  })
  return { account, browser, secret, shown, codes: codesOn(shown) }
}

/** Presses the second button of the form. */
const renew = async (browser: Browser, page: PageView, password: string): Promise<PageView> => {
  const answer = await browser.post('/account/security/codes', { csrf: csrfOn(page), password })
  return { ...page, status: answer.status, text: answer.text, headers: answer.headers }
}

onEveryDatabase('the second factor on pages', (start, shared) => {
  test('is turned on with a code: this session stays, all others end, ten codes are shown', async () => {
    const service = await shared()
    const account = await service.account()
    const token = await service.signIn(account)
    const elsewhere = browserOf(service)
    await elsewhere.signIn(account)
    const browser = browserOf(service)
    await browser.signIn(account)
    const page = await browser.get(securityPath)
    assert.equal(page.heading, 'Security')
    assert.match(page.text, /<a [^>]*href="\/account\/security\/totp">Set up authenticator app<\/a>/)
    assert.doesNotMatch(page.text, /Current password/)

    const setUp = await browser.get('/account/security/totp')
    assert.equal(setUp.heading, 'Authenticator app')
    assert.match(setUp.text, /<svg [^>]*role="img" aria-label="QR code"/)
    const secret = secretOn(setUp)
    assert.match(setUp.text, new RegExp(`href="otpauth://totp/[^"]*${account.username}[^"]*secret=${secret}`))
    assert.notEqual(secretOn(await browser.get('/account/security/totp')), secret)
    const wrong = await browser.send(setUp, '/account/security/totp', { secret, code: '12345' })
    assert.deepEqual([wrong.status, secretOn(wrong)], [422, secret])
    assert.match(wrong.text, /id="code" [^>]*aria-describedby="alert code-hint" aria-invalid="true"/)
    const weak = await browser.send(setUp, '/account/security/totp', {
      secret: 'A'.repeat(16),
      code: totpCode('A'.repeat(16), service.now()),
    })
    assert.equal(weak.status, 422, 'a secret that no page has proposed')
    assert.equal((await service.stored(account)).hasSecondFactor, false)

    const code = totpCode(secret, service.now())
    const shown = await browser.send(wrong, '/account/security/totp', {
      secret,
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    })
    assert.deepEqual(
      [shown.path, shown.heading, shown.flash],
      ['/account/security/codes', 'Recovery codes', 'The authenticator app is on.'],
    )
    assert.equal(new Set(codesOn(shown)).size, 10)
    assert.deepEqual(codesOn(await browser.get('/account/security/codes')), codesOn(shown), 'a reload')
    assert.equal((await elsewhere.get('/account')).heading, 'Sign in')
    assert.equal((await service.post('/auth/validate', { accessToken: token })).status, 401)
    const on = await browser.get(securityPath)
    assert.match(on.text, /You have 10 recovery codes left\./)
    assert.equal((await browser.get('/account/security/codes')).path, securityPath, 'no longer shown')
    const again = await browser.get('/account/security/totp')
    assert.deepEqual([again.path, again.flash], [securityPath, 'The authenticator app is already on.'])

    const stored = await service.context.db.query.selectFrom('recovery_code').selectAll().execute()
    assert.doesNotMatch(JSON.stringify(stored), new RegExp(codesOn(shown).join('|').replaceAll('-', '-?')))
    const used = await browserOf(service).signIn(account)
    assert.equal(used.heading, 'Two-factor code')
    assert.deepEqual(await eventsOf(service, account.id), ['second_factor.enabled'])
  })

  test('accepts a recovery code once, in any spelling, on the page and in a launcher', async () => {
    const service = await shared()
    const { account, codes } = await withApp(service)
    const [first = '', second = ''] = codes
    const enter = async (code: string) => {
      const browser = browserOf(service)
      return browser.send(await browser.signIn(account), '/sign-in/code', { code })
    }
    assert.equal(
      (await enter(` ${first.toUpperCase().replace('-', '').replaceAll('0', 'o')} `)).path,
      '/account',
    )
    assert.equal((await enter(first)).status, 422, 'a code works once')
    const launcher = (code: string) =>
      service.post('/auth/authenticate', {
        username: account.username,
        password: `${account.password}:${code}`,
        clientToken: 'c',
      })
    assert.equal((await launcher(first)).status, 401)
    const [one, two] = await Promise.all([launcher(second), launcher(second)])
    assert.deepEqual([one.status, two.status].sort(), [200, 401], 'of two simultaneous uses, one succeeds')
    assert.deepEqual(await eventsOf(service, account.id), [
      'second_factor.enabled',
      'second_factor.recovery_used',
      'second_factor.recovery_used',
    ])
    const other = await withApp(service)
    assert.equal((await launcher(other.codes[0] ?? '')).status, 401, "another account's")
  })

  test('turning it off and renewing codes require only the password, and guesses count', async () => {
    const service = await start({ NORN_GUESS_ADDRESS_ACCOUNT: '2' })
    const { account, browser, codes } = await withApp(service)
    const page = await browser.get(securityPath)
    const wrong = await renew(browser, page, 'wrong')
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /id="password" [^>]*aria-describedby="alert" aria-invalid="true"/)
    assert.equal((await browser.get(securityPath)).text.includes('10 recovery codes'), true)
    assert.equal((await renew(browser, page, account.password)).status, 303)
    const renewed = await browser.get('/account/security/codes')
    assert.equal(codesOn(renewed).length, 10)
    assert.ok(!codesOn(renewed).some((code) => codes.includes(code)))

    assert.equal((await browser.send(page, '/account/security/off', { password: 'wrong' })).status, 422)
    const late = await browser.send(page, '/account/security/off', { password: account.password })
    assert.equal(late.status, 429, 'the budget is shared')
    assert.equal((await service.stored(account)).hasSecondFactor, true)
    service.advance(600_000)
    const off = await browser.send(page, '/account/security/off', { password: account.password })
    assert.deepEqual(
      [off.path, off.flash],
      [securityPath, 'The authenticator app is off. Your password alone is enough to sign in.'],
    )
    assert.deepEqual(await service.context.db.query.selectFrom('recovery_code').selectAll().execute(), [])
    const twice = await browser.post('/account/security/off', {
      csrf: csrfOn(off),
      password: account.password,
    })
    assert.deepEqual([twice.status, twice.headers.get('location')], [303, securityPath])
    assert.equal((await browserOf(service).signIn(account)).path, '/account')
    assert.deepEqual(await eventsOf(service, account.id), [
      'second_factor.disabled',
      'second_factor.enabled',
      'second_factor.recovery_renewed',
    ])
  })

  test('codes created on a page end once an operator has set another secret', async () => {
    const service = await shared()
    const { account, codes } = await withApp(service)
    await enableSecondFactor(service.context, operator, await service.stored(account))
    const browser = browserOf(service)
    const answer = await browser.send(await browser.signIn(account), '/sign-in/code', {
      code: codes[0] ?? '',
    })
    assert.equal(answer.status, 422)
  })

  test('of two windows, one turns it on', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn(account)
    const windows = [await browser.get('/account/security/totp'), await browser.get('/account/security/totp')]
    const answers = await Promise.all(
      windows.map((page) => {
        const secret = secretOn(page)
        const fields = { csrf: csrfOn(page), secret, code: totpCode(secret, service.now()) }
        return browser.post('/account/security/totp', fields)
      }),
    )
    assert.deepEqual(answers.map(({ headers }) => headers.get('location')).sort(), [
      securityPath,
      '/account/security/codes',
    ])
    assert.equal(
      (
        await service.context.db.query
          .selectFrom('recovery_code')
          .where('account_id', '=', account.id)
          .selectAll()
          .execute()
      ).length,
      10,
    )
  })
})
