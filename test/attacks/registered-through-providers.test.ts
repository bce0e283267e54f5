// Registering through a provider: invites, addresses, providers that were exchanged, and outages that are not ours.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeProvider } from '../../src/domain/providers/providers.ts'
import { createInvite, listInvites } from '../../src/domain/registration/invites.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { type Browser, browserOf } from '../web/browser.ts'
import { newMail } from '../web/mailbox.ts'
import { back, begin, comeBack, form, type Person, proved, providerOf, startPath } from '../web/provider.ts'

const steve: Person = {
  sub: 'st-1',
  preferred_username: 'Steve',
  email: 'steve@example.org',
  email_verified: true,
}

const rowsOf = async ({ context }: RunningService, table: 'account' | 'linked_identity' | 'registration') =>
  (await context.db.query.selectFrom(table).selectAll().execute()).length

const registerByPassword = async (browser: Browser, username: string, email: string, invite: string) =>
  browser.send(await browser.get(`/register?invite=${invite}`), '/register', {
    username,
    email,
    password: 'a sentence to remember',
    invite,
  })

onEveryDatabase('registering through a provider', (start) => {
  for (const proof of ['proved', 'missing'] as const)
    test(`an invite with one use makes one account, by password and through a provider whose address is ${proof}`, async (t) => {
      const service = await start({ NORN_REGISTRATION: 'invite' })
      const mock = await providerOf(t, service)
      const { code } = await createInvite(service.context, operator, { uses: 1 })
      const browser = browserOf(service)
      await registerByPassword(browser, 'First', 'first@example.test', code)
      const [mail] = await newMail(service)
      const { email, ...nameless } = steve
      const person = proof === 'proved' ? { ...nameless, email } : nameless
      const chosen = await comeBack(browser, mock, person as Person, `${startPath}?invite=${code}`)
      const made = await browser.send(chosen, form, {
        username: 'Steve',
        email: person === nameless ? '' : 'steve@example.org',
        invite: code,
      })
      assert.equal(made.path, '/account/play')
      assert.equal((await browser.get(mail?.link ?? '')).status, 410, 'the first registration is replaced')
      assert.deepEqual([await rowsOf(service, 'account'), await rowsOf(service, 'registration')], [1, 0])
      const [invite] = await listInvites(service.context)
      assert.deepEqual([invite?.uses, invite?.waiting], [0, 0])
    })

  test('six who register for the last use of an invite, half of them through a provider, end with one account', async (t) => {
    const service = await start({ NORN_REGISTRATION: 'invite', NORN_REGISTRATIONS_PER_ADDRESS: '1000' })
    const mock = await providerOf(t, service)
    const { code } = await createInvite(service.context, operator, { uses: 1 })
    const browsers = [1, 2, 3, 4, 5, 6].map(() => browserOf(service))
    const pages: Awaited<ReturnType<Browser['get']>>[] = []
    for (const [at, browser] of browsers.entries()) {
      const person = { ...steve, sub: `st-${at}`, email: `p${at}@example.org` }
      pages.push(
        at % 2 ? await comeBack(browser, mock, person) : await browser.get(`/register?invite=${code}`),
      )
    }
    const answers = await Promise.all(
      browsers.map((browser, at) => {
        const fields = { username: `Player_${at}`, email: `p${at}@example.org`, invite: code }
        const page = pages[at] as (typeof pages)[number]
        return at % 2
          ? browser.send(page, form, fields)
          : browser.send(page, '/register', { ...fields, password: 'a sentence to remember' })
      }),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422, 422, 422, 422])
    const [invite] = await listInvites(service.context)
    assert.equal((await rowsOf(service, 'account')) + (invite?.waiting ?? 0), 1)
  })

  test('an address is proved as it is written, letter case of a to z aside', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service)
    // The Kelvin sign and composed letters are other characters, to which folding makes the same of.
    const pairs = [
      ['\u212aate@example.org', 'kate@example.org'],
      ['e\u0301va@example.org', '\u00e9va@example.org'],
      ['\u00c9mil@example.org', '\u00e9mil@example.org'],
    ] as const
    for (const [at, [said, typed]] of pairs.entries()) {
      const browser = browserOf(service)
      const chosen = await comeBack(browser, mock, { ...steve, sub: `st-${at}`, email: said })
      const waits = await browser.send(chosen, form, { username: `Steve_${at}`, email: typed })
      assert.equal(waits.path, '/register/sent', said)
    }
    assert.equal(await rowsOf(service, 'account'), 0)
    await service.account({ email: 'kate@example.org' })
    const page = await comeBack(browserOf(service), mock, { ...steve, email: '\u212aate@example.org' })
    assert.doesNotMatch(page.text, /Sign in to it first/, 'whether somebody else has an account')
    const browser = browserOf(service)
    const chosen = await comeBack(browser, mock, { ...steve, email: 'Steve@Example.org' })
    const made = await browser.send(chosen, form, { username: 'Steve', email: 'steve@example.org' })
    assert.equal(made.path, '/account/play')
  })

  test('a proof and a begun sign-in of one provider count for no other one of its name', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service)
    const [begun, chosen] = [browserOf(service), browserOf(service)]
    const asked = await begin(begun)
    const page = await comeBack(chosen, mock, steve)
    await removeProvider(service.context, operator, 'school', { force: true })
    const other = await providerOf(t, service, { title: 'Another School' })
    const sent = await chosen.send(page, form, { username: 'Steve', email: 'steve@example.org' })
    assert.deepEqual([sent.heading, await rowsOf(service, 'linked_identity')], ['Sign in', 0])
    const answer = await begun.get(proved(other, asked, steve))
    assert.deepEqual([answer.status, other.asked.length], [422, 0])
    assert.match(answer.alert ?? '', /has expired or was begun in another browser/)
  })

  test('an outage that a stranger makes up is a warning in the log, as those of other services', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service)
    const browser = browserOf(service)
    for (const error of ['server_error', 'temporarily_unavailable']) {
      const page = await browser.get(back(mock, await begin(browser), { error }))
      assert.equal(page.status, 503)
      const { level, reason } = await service.logLine(page)
      assert.deepEqual([level, reason], [40, 'provider_unanswered'])
    }
  })
})
