// A stolen browser session cannot re-authenticate with a factor that it added itself.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { totpCode } from '../totp.ts'
import { authenticator } from '../web/authenticator.ts'
import { type Browser, browserOf, type PageView } from '../web/browser.ts'
import { newMail } from '../web/mailbox.ts'

const day = 86_400_000
const setUpPath = '/account/security/totp'
const csrfOn = (page: PageView): string => /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''

async function administrator(service: RunningService): Promise<TestAccount> {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), 'admin')
  await newMail(service)
  return account
}

async function turnOn(
  service: RunningService,
  browser: Browser,
  more: Record<string, string> = {},
): Promise<{ page: PageView; secret: string }> {
  const page = await browser.get(setUpPath)
  const secret = /name="secret"[^>]* value="([A-Z2-7]{32})"/.exec(page.text)?.[1] ?? ''
  const fields = { secret, code: totpCode(secret, service.now()), ...more }
  return { page: await browser.send(page, setUpPath, fields), secret }
}

onEveryDatabase('own factor', (start, shared) => {
  test('a day-old session cannot turn on an authenticator without the password', async () => {
    const service = await shared()
    const account = await administrator(service)
    const browser = browserOf(service)
    await browser.signIn(account)
    service.advance(day)
    const form = await browser.get(setUpPath)
    assert.match(form.text, /<label for="current">Current password<\/label>/)
    for (const current of [undefined, '', 'wrong']) {
      const { page } = await turnOn(service, browser, current === undefined ? {} : { current })
      assert.equal(page.status, 422)
      assert.match(page.text, /id="current"[^>]*aria-invalid="true"/)
      assert.equal((await service.stored(account)).hasSecondFactor, false)
    }
    assert.deepEqual(await newMail(service), [])
    const { page } = await turnOn(service, browser, { current: account.password })
    assert.equal(page.heading, 'Recovery codes')
    assert.equal((await service.stored(account)).hasSecondFactor, true)
  })

  test('a session younger than 15 minutes is not asked again, but the factor it adds does not count for administration', async () => {
    const service = await shared()
    const [account, other] = [await administrator(service), await service.account()]
    const browser = browserOf(service)
    await browser.signIn(account)
    const { page, secret } = await turnOn(service, browser)
    assert.equal(page.heading, 'Recovery codes')
    const [recoveryCode = ''] = /[0-9a-z]{5}-[0-9a-z]{5}/.exec(page.text) ?? []
    service.advance(day)
    const path = `/admin/accounts/${other.id}`
    const grant = async (fields: Record<string, string>) => {
      const csrf = csrfOn(await browser.get(path))
      return (await browser.post(`${path}/grant/admin`, { csrf, 'name-of': other.username, ...fields }))
        .status
    }
    assert.doesNotMatch((await browser.get(path)).text, /name="code"/)
    assert.equal(await grant({ code: totpCode(secret, service.now()) }), 422)
    assert.equal(await grant({ code: recoveryCode }), 422)
    assert.deepEqual((await service.stored(other)).roles, [])
    assert.equal(await grant({ current: account.password }), 303)

    // After a sign-in with the factor, its code counts as much as the password again.
    const fresh = browserOf(service)
    const asked = await fresh.signIn(account)
    await fresh.send(asked, '/sign-in/code', { code: totpCode(secret, service.now()) })
    service.advance(day)
    const csrf = csrfOn(await fresh.get(path))
    const code = totpCode(secret, service.now())
    assert.equal(
      (await fresh.post(`${path}/ungrant/admin`, { csrf, code, 'name-of': other.username })).status,
      303,
    )
  })

  test('the email about a new authenticator has a button that removes it, once, within a day', async () => {
    const service = await start()
    for (const language of ['en', 'ru', 'zh-CN']) {
      const account = await service.account({ language })
      const thief = browserOf(service)
      await thief.signIn(account)
      await newMail(service)
      await turnOn(service, thief)
      const [mail] = await newMail(service)
      assert.match(mail?.link ?? '', /^\/security\/undo\/[\w-]{22}$/)
      const link = mail?.link ?? ''
      service.advance(day - 1)
      const owner = browserOf(service)
      const page = await owner.get(link)
      assert.equal(page.status, 200)
      await owner.get(link)
      assert.equal((await service.stored(account)).hasSecondFactor, true, 'opening the page changes nothing')
      const done = await owner.send(page, link)
      assert.equal(done.path, '/recover')
      assert.equal((await service.stored(account)).hasSecondFactor, false)
      assert.equal((await thief.get('/account')).path.split('?')[0], '/sign-in')
      assert.equal((await owner.get(link)).status, 410)
      assert.equal((await owner.send(page, link)).status, 410)
      const token = link.slice(-22)
      const rows = JSON.stringify(
        await service.context.db.query.selectFrom('audit_entry').selectAll().execute(),
      )
      assert.ok(!rows.includes(token) && !service.log.join().includes(token))
    }
  })

  test('the link expires after a day and does not work for any other authenticator', async () => {
    const service = await start()
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn(account)
    await newMail(service)
    await turnOn(service, browser)
    const [first] = await newMail(service)
    service.advance(1)
    const security = await browser.get('/account/security')
    await browser.send(security, '/account/security/off', { password: account.password })
    assert.equal((await browserOf(service).get(first?.link ?? '')).status, 410)
    await newMail(service)
    await turnOn(service, browser)
    const [second] = await newMail(service)
    assert.equal((await browserOf(service).get(first?.link ?? '')).status, 410)
    assert.equal((await browserOf(service).get(second?.link ?? '')).status, 200)
    service.advance(day)
    assert.equal((await browserOf(service).get(second?.link ?? '')).status, 410)
  })

  test('the link does not work for an authenticator that an operator has turned on since', async () => {
    const service = await shared()
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn(account)
    await newMail(service)
    await turnOn(service, browser)
    const [mail] = await newMail(service)
    const link = mail?.link ?? ''
    assert.equal((await browserOf(service).get(link)).status, 200)
    service.advance(1)
    await enableSecondFactor(service.context, operator, await service.stored(account))
    assert.equal((await browserOf(service).get(link)).status, 410)
  })

  test('the email about a new passkey removes it too, and signs out the session that added it', async () => {
    const origin = 'https://accounts.example.org'
    const service = await start({ NORN_BASE_URL: origin })
    const account = await service.account()
    const thief = browserOf(service)
    const page = await thief.signIn(account, '/account/security')
    await newMail(service)
    const [, options = ''] = /data-passkey="add" data-options="([^"]*)"/.exec(page.text) ?? []
    const answer = authenticator(origin).make(JSON.parse(options.replaceAll('&quot;', '"')))
    await thief.send(page, '/account/security/passkeys', { name: 'Key', answer })
    const [mail] = await newMail(service)
    const link = mail?.link ?? ''
    const owner = browserOf(service)
    const asked = await owner.get(link)
    assert.deepEqual([asked.status, asked.heading], [200, 'Undo a new way to sign in'])
    await owner.send(asked, link)
    assert.equal((await thief.get('/account')).path.split('?')[0], '/sign-in')
    const left = await service.context.db.query.selectFrom('passkey').selectAll().execute()
    assert.deepEqual(left, [])
  })
})
