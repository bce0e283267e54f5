// A single-use link works once, whichever of several links or answers arrives first.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunningService } from '../service.ts'
import { totpCode } from '../totp.ts'
import { authenticator } from '../web/authenticator.ts'
import { type Browser, browserOf, type PageView } from '../web/browser.ts'
import { newMail, type Received } from '../web/mailbox.ts'
import { oneOrTwo, startInstances } from './one-or-two.ts'

const linksOf = async (service: RunningService, wanted: Received['kind']): Promise<string[]> =>
  (await newMail(service)).filter(({ kind }) => kind === wanted).map(({ link }) => link)

/**
 * Opens each link three times, spread over the instances, as `visit` does, and then submits all of their forms at
 * once.
 */
async function sendAll(
  services: readonly RunningService[],
  links: readonly string[],
  fields: (n: number) => Record<string, string>,
  visit = (service: RunningService, _link: string): Browser => browserOf(service),
): Promise<PageView[]> {
  const opened = await Promise.all(
    Array.from({ length: 3 * links.length }, async (_, n) => {
      const service = services[n % services.length]
      const link = links[Math.floor(n / services.length) % links.length]
      assert.ok(service && link)
      const browser = visit(service, link)
      return { browser, link, page: await browser.get(link) }
    }),
  )
  return Promise.all(opened.map(({ browser, link, page }, n) => browser.send(page, link, fields(n))))
}

const statusesOf = (pages: readonly PageView[]) => pages.map(({ status }) => status).sort()

for (const setting of oneOrTwo()) {
  const { where } = setting

  test(`of three links to choose a new password that are used at once, one works (${where})`, async (t) => {
    const services = await startInstances(t, setting)
    const [first] = services
    assert.ok(first)
    for (let round = 0; round < 3; round++) {
      const { email } = await first.account()
      for (let n = 0; n < 3; n++) {
        const browser = browserOf(first)
        await browser.send(await browser.get('/recover'), '/recover', { email })
      }
      const links = await linksOf(first, 'recover')
      assert.equal(links.length, 3)
      const done = await sendAll(services, links, (n) => ({ password: `a new sentence ${n}` }))
      assert.deepEqual(statusesOf(done), [200, ...Array.from({ length: 8 }, () => 410)])
    }
  })

  test(`one link to undo a new factor, used many times at once, works once (${where})`, async (t) => {
    const services = await startInstances(t, setting)
    const [first] = services
    assert.ok(first)
    const account = await first.account()
    const thief = browserOf(first)
    const page = await thief.signIn(account, '/account/security/totp')
    const [, secret = ''] = /name="secret"[^>]* value="([A-Z2-7]{32})"/.exec(page.text) ?? []
    await newMail(first)
    await thief.send(page, '/account/security/totp', { secret, code: totpCode(secret, first.now()) })
    const [mail] = await newMail(first)
    const done = await sendAll(services, Array(3).fill(mail?.link), () => ({}))
    assert.deepEqual(statusesOf(done), [200, ...Array.from({ length: 8 }, () => 410)])
    const subjects = (await newMail(first)).map(({ subject }) => subject)
    assert.deepEqual(subjects, ['Two-factor sign-in at Norn was turned off'])
  })

  test(`confirming several links of one email at once does not make them wait for each other (${where})`, async (t) => {
    const limits = { NORN_REGISTRATIONS_PER_ADDRESS: '1000', NORN_MAILS_PER_ADDRESS: '1000' }
    const services = await startInstances(t, setting, limits)
    const [first] = services
    assert.ok(first)
    for (let round = 0; round < 6; round++) {
      const browsers = new Map<string, Browser>()
      for (let n = 0; n < 3; n++) {
        const browser = browserOf(first)
        const fields = {
          username: `Name_${round}`,
          email: `n${round}@example.test`,
          password: `a sentence ${n}`,
        }
        await browser.send(await browser.get('/register'), '/register', fields)
        for (const link of await linksOf(first, 'register')) browsers.set(link, browser)
      }
      assert.equal(browsers.size, 3)
      const done = await sendAll(
        services,
        [...browsers.keys()],
        () => ({}),
        (service, link) => {
          const same = browserOf(service)
          for (const [name, value] of browsers.get(link)?.cookies ?? []) same.cookies.set(name, value)
          return same
        },
      )
      assert.deepEqual(statusesOf(done), [200, ...Array.from({ length: 8 }, () => 410)])
    }
  })

  test(`simultaneously added passkeys are limited to 20 and get distinct names (${where})`, async (t) => {
    const origin = 'https://accounts.example.org'
    const services = await startInstances(t, setting, { NORN_BASE_URL: origin })
    const [first] = services
    assert.ok(first)
    const browser = browserOf(first)
    await browser.signIn(await first.account())
    const forms = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const service = services[n % services.length]
        assert.ok(service)
        const same = browserOf(service)
        for (const [name, value] of browser.cookies) same.cookies.set(name, value)
        const page = await same.get('/account/security')
        const [, options = ''] = /data-passkey="add" data-options="([^"]*)"/.exec(page.text) ?? []
        const answer = authenticator(origin).make(JSON.parse(options.replaceAll('&quot;', '"')))
        return { same, page, fields: { name: 'Phone', answer } }
      }),
    )
    const add = ({ same, page, fields }: (typeof forms)[number]) =>
      same.send(page, '/account/security/passkeys', fields)
    const answers = await Promise.all(forms.map(async (form) => ({ form, ...(await add(form)) })))
    // On a busy machine a row may stay locked for longer than a request waits; those requests add their passkeys
    // afterwards.
    for (const { form, status } of answers) if (status === 503) await add(form)
    const rows = await first.context.db.query.selectFrom('passkey').select('name').execute()
    assert.equal(rows.length, 20)
    assert.equal(new Set(rows.map(({ name }) => name)).size, 20)
  })
}
