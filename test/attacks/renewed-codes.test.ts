// A thief who knows the password makes recovery codes of their own: the email about them has a link that ends them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countRecoveryCodes } from '../../src/domain/sign-in/recovery-codes.ts'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { totpCode } from '../totp.ts'
import { type Browser, browserOf, type PageView } from '../web/browser.ts'
import { newMail, type Received } from '../web/mailbox.ts'

const dayMs = 86_400_000
const codesPath = '/account/security/codes'

const codesOn = ({ text }: PageView): string[] =>
  [...text.matchAll(/<code>([0-9a-z]{5}-[0-9a-z]{5})</g)].map(([, code = '']) => code)

const csrfOf = async (browser: Browser): Promise<string> =>
  /name="csrf" value="([^"]+)"/.exec((await browser.get('/account/security')).text)?.[1] ?? ''

interface Protected {
  account: TestAccount
  thief: Browser
  secret: string
  codes: string[]
}

/** An account with an app and its first codes, in a browser that a thief has as well. */
async function protectedAccount(service: RunningService, language = 'en'): Promise<Protected> {
  const account = await service.account({ language })
  const thief = browserOf(service)
  await thief.signIn(account)
  const path = '/account/security/totp'
  const page = await thief.get(path)
  const secret = /name="secret"[^>]* value="([A-Z2-7]{32})"/.exec(page.text)?.[1] ?? ''
  const shown = await thief.send(page, path, { secret, code: totpCode(secret, service.now()) })
  service.advance(1)
  return { account, thief, secret, codes: codesOn(shown) }
}

/** Renews the codes as their owner does. Returns them, and the email about them. */
async function renew(
  service: RunningService,
  { account, thief }: Protected,
): Promise<{ codes: string[]; mail: Received }> {
  await newMail(service)
  const { status } = await thief.post(codesPath, { csrf: await csrfOf(thief), password: account.password })
  assert.equal(status, 303)
  const codes = codesOn(await thief.get(codesPath))
  assert.equal(codes.length, 10)
  const [mail] = await newMail(service)
  assert.ok(mail)
  return { codes, mail }
}

/** Returns true if password and code open the account. */
async function opens(service: RunningService, account: TestAccount, code: string): Promise<boolean> {
  const browser = browserOf(service)
  const asked = await browser.signIn(account)
  return (await browser.send(asked, '/sign-in/code', { code })).path === '/account'
}

const undo = async (service: RunningService, link: string): Promise<PageView> => {
  const owner = browserOf(service)
  const page = await owner.get(link)
  return page.status === 200 ? owner.send(page, link) : page
}

onEveryDatabase('renewed recovery codes', (start, shared) => {
  test('the email about them has a button that ends them and every session, once, within a day', async () => {
    const service = await start()
    for (const language of ['en', 'de', 'zh-CN']) {
      const scene = await protectedAccount(service, language)
      const { account, thief } = scene
      const { codes, mail } = await renew(service, scene)
      assert.equal(mail.to, account.email)
      assert.match(mail.link, /^\/security\/undo\/[\w-]{22}$/)
      const launcher = await service.signIn({ ...account, password: `${account.password}:${codes[0]}` })
      service.advance(dayMs - 1)
      const owner = browserOf(service)
      const page = await owner.get(mail.link)
      assert.equal(page.status, 200)
      await owner.get(mail.link)
      assert.equal(
        await countRecoveryCodes(service.context, account.id),
        9,
        'opening the page changes nothing',
      )
      const done = await owner.send(page, mail.link)
      assert.equal(done.path, '/recover')
      const stored = await service.stored(account)
      assert.equal(stored.hasSecondFactor, true, 'the app stays')
      assert.equal(await countRecoveryCodes(service.context, account.id), 0)
      assert.equal((await thief.get('/account')).path.split('?')[0], '/sign-in')
      assert.equal((await service.post('/auth/validate', { accessToken: launcher })).status, 401)
      assert.equal((await owner.get(mail.link)).status, 410)
      assert.equal((await owner.send(page, mail.link)).status, 410)
      for (const code of [codes[1] ?? '', scene.codes[0] ?? ''])
        assert.equal(await opens(service, account, code), false)
      const token = mail.link.slice(-22)
      const rows = JSON.stringify(
        await service.context.db.query.selectFrom('audit_entry').selectAll().execute(),
      )
      assert.match(rows, /second_factor\.recovery_removed/)
      assert.ok(!rows.includes(token) && !service.log.join().includes(token))
      assert.equal((await newMail(service)).at(-1)?.to, account.email, 'the owner is told')
      // The app opens the account, and makes codes again.
      assert.equal(await opens(service, account, totpCode(scene.secret, service.now())), true)
    }
    const late = await protectedAccount(service)
    const { mail } = await renew(service, late)
    service.advance(dayMs)
    assert.equal((await undo(service, mail.link)).status, 410)
    assert.equal(await countRecoveryCodes(service.context, late.account.id), 10)
  })

  test('the link is for these codes: not for later ones, and not for those of another app', async () => {
    const service = await shared()
    const scene = await protectedAccount(service)
    const { account, thief } = scene
    const first = await renew(service, scene)
    const second = await renew(service, scene)
    assert.equal((await undo(service, first.mail.link)).status, 410)
    assert.equal(await countRecoveryCodes(service.context, account.id), 10)
    const rows = service.context.db.query.selectFrom('change_undo').where('account_id', '=', account.id)
    assert.equal((await rows.selectAll().execute()).length, 1)
    assert.equal((await browserOf(service).get(second.mail.link)).status, 200)

    service.advance(1)
    await thief.send(await thief.get('/account/security'), '/account/security/off', {
      password: account.password,
    })
    assert.equal((await undo(service, second.mail.link)).status, 410, 'the app is off')
    service.advance(1)
    await enableSecondFactor(service.context, operator, await service.stored(account))
    assert.equal((await undo(service, second.mail.link)).status, 410, 'the app is another one')
    assert.equal((await service.stored(account)).hasSecondFactor, true)
  })

  test('it works after the thief has used up all the codes, and set another password', async () => {
    const service = await start({ NORN_GUESS_ADDRESS_ACCOUNT: '100' })
    const scene = await protectedAccount(service)
    const { account, thief } = scene
    const { codes, mail } = await renew(service, scene)
    for (const code of codes) assert.equal(await opens(service, account, code), true)
    await thief.send(await thief.get('/account/password'), '/account/password', {
      current: account.password,
      password: 'a sentence of the thief',
    })
    assert.equal((await thief.get('/account')).path, '/account')
    assert.equal((await undo(service, mail.link)).path, '/recover')
    assert.equal((await thief.get('/account')).path.split('?')[0], '/sign-in')
  })

  test('after the deletion of the account there is nothing to undo', async () => {
    const service = await shared()
    const scene = await protectedAccount(service)
    const { mail } = await renew(service, scene)
    await service.context.db.query.deleteFrom('account').where('id', '=', scene.account.id).execute()
    assert.equal((await undo(service, mail.link)).status, 410)
  })

  test('renewing twice at the same time leaves ten codes, and one link, which ends them', async () => {
    const service = await shared()
    const scene = await protectedAccount(service)
    const { account, thief } = scene
    await newMail(service)
    const csrf = await csrfOf(thief)
    const both = Array.from({ length: 4 }, () => thief.post(codesPath, { csrf, password: account.password }))
    for (const { status } of await Promise.all(both)) assert.equal(status, 303)
    assert.equal(await countRecoveryCodes(service.context, account.id), 10)
    const mails = await newMail(service)
    assert.equal(mails.length, 4)
    const answers: number[] = []
    for (const { link } of mails) answers.push((await undo(service, link)).status)
    assert.deepEqual(answers.toSorted(), [200, 410, 410, 410])
    assert.equal(await countRecoveryCodes(service.context, account.id), 0)
  })

  test('pressing the button of two windows at once undoes it once', async () => {
    const service = await shared()
    const scene = await protectedAccount(service)
    const { mail } = await renew(service, scene)
    const both = [browserOf(service), browserOf(service)]
    const pages = await Promise.all(both.map((browser) => browser.get(mail.link)))
    const sent = both.map((browser, at) => browser.send(pages[at] as PageView, mail.link))
    const answers = (await Promise.all(sent)).map(({ status }) => status)
    assert.deepEqual(answers.toSorted(), [200, 410])
  })

  test('the link to the former address ends them too, because their email went to the other one', async () => {
    const service = await start()
    const scene = await protectedAccount(service)
    const { account, thief } = scene
    await newMail(service)
    const email = 'thief@example.test'
    await thief.send(await thief.get('/account/email'), '/account/email', {
      email,
      current: account.password,
    })
    const [sent] = await newMail(service)
    await thief.send(await thief.get(sent?.link ?? ''), sent?.link ?? '')
    const [told] = await newMail(service)
    assert.equal(told?.to, account.email)
    const { mail } = await renew(service, scene)
    assert.equal(mail.to, email)
    assert.equal((await undo(service, told?.link ?? '')).path, '/recover')
    assert.equal((await service.stored(account)).email, account.email)
    assert.equal(await countRecoveryCodes(service.context, account.id), 0)
    assert.equal((await undo(service, mail.link)).status, 410)
  })

  test('the link to the former address keeps codes from before, and their link', async () => {
    const service = await start()
    const scene = await protectedAccount(service)
    const { account, thief } = scene
    const { mail } = await renew(service, scene)
    service.advance(1)
    const email = 'thief@example.test'
    const fields = { email, current: account.password }
    await thief.send(await thief.get('/account/email'), '/account/email', fields)
    const [sent] = await newMail(service)
    await thief.send(await thief.get(sent?.link ?? ''), sent?.link ?? '')
    const [told] = await newMail(service)
    assert.equal((await undo(service, told?.link ?? '')).path, '/recover')
    assert.equal(await countRecoveryCodes(service.context, account.id), 10)
    assert.equal((await undo(service, mail.link)).path, '/recover')
    assert.equal(await countRecoveryCodes(service.context, account.id), 0)
  })
})
