// Rules are accepted by registering, kept with their version and date, and asked for again once they have changed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeSettings } from '../../src/domain/operation/settings.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf, type PageView } from './browser.ts'
import { newMail } from './mailbox.ts'

const password = 'a sentence to remember'
const question = 'Please read the rules and accept them.'

const versionIn = ({ text }: PageView): string =>
  /name="rules" value="([0-9a-f]{16})"/.exec(text)?.[1] ?? 'none'

onEveryDatabase('rules', (start) => {
  const storedOf = async ({ context: { db } }: RunningService, username: string) => {
    const { rules_version: version, rules_accepted_at: at } = await db.query
      .selectFrom('account')
      .select(['rules_version', 'rules_accepted_at'])
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    return { version, at }
  }

  test('are accepted by registering and asked for once they change, and keep nobody out', async () => {
    const service = await start({ NORN_REGISTRATIONS_PER_ADDRESS: '1000', NORN_MAILS_PER_ADDRESS: '1000' })
    const { context } = service
    const browser = browserOf(service)
    const fields = (username: string, rules?: string) => ({
      username,
      email: `${username}@example.test`,
      password,
      ...(rules !== undefined && { rules }),
    })
    const before = await browser.get('/register')
    assert.ok(!before.text.includes('name="rules"') && !before.text.includes('href="/rules"'))
    assert.equal((await browser.get('/rules')).status, 404)

    await changeSettings(context, operator, { rules: 'Be <kind>.' })
    const form = await browser.get('/register')
    const first = versionIn(form)
    assert.ok(form.text.includes('Be &lt;kind&gt;.') && form.text.includes('<a href="/rules">Rules</a>'))
    assert.ok(!/name="rules"[^>]* checked/.test(form.text))
    for (const typed of [undefined, '', 'yes', 'f'.repeat(16), `${first} `, 'x'.repeat(9000)]) {
      const refused = await browser.send(form, '/register', fields('Ruled_1', typed))
      assert.equal(refused.status, 422)
      assert.ok(refused.text.includes('Read the rules and tick the box.') && refused.text.includes('Ruled_1'))
    }
    assert.deepEqual(await newMail(service), [])

    const sent = await browser.send(form, '/register', fields('Ruled_1', first))
    assert.equal(sent.path, '/register/sent')
    const registeredAt = context.clock()
    // Rules that change before the link is opened are not the ones that were accepted.
    await changeSettings(context, operator, { rules: 'Be kind, always.' })
    const link = (await newMail(service))[0]?.link ?? ''
    const confirming = await browser.get(link)
    const ready = await browser.send(confirming, link, { password })
    const home = await browser.send(ready, '/sign-in/continue', { next: '/account/play' })
    assert.ok(home.text.includes(question), home.path)
    assert.ok(home.text.includes('<a href="/rules?next=/account/play">Read the rules</a>'), home.text)
    const kept = await storedOf(service, 'Ruled_1')
    assert.equal(kept.version, first)
    assert.ok(kept.at !== null && kept.at <= registeredAt)

    const page = await browser.get('/rules?next=%2Faccount%2Fplay')
    const second = versionIn(page)
    assert.ok(!page.text.includes(question) && page.text.includes('Be kind, always.'))
    for (const stale of [first, '', 'x'.repeat(9000)]) {
      const refused = await browser.send(page, '/rules', { rules: stale })
      assert.equal(refused.status, 422)
      assert.ok(refused.text.includes('Read the rules and tick the box.'))
    }
    assert.equal((await storedOf(service, 'Ruled_1')).version, first)
    const accepted = await browser.send(page, '/rules', { rules: second, next: '/account/play' })
    assert.equal(accepted.path, '/account/play')
    assert.equal(accepted.flash, 'Thank you. We have noted that you accept the rules.')
    assert.ok(!accepted.text.includes(question))
    assert.equal((await storedOf(service, 'Ruled_1')).version, second)
    const away = await browser.send(page, '/rules', { rules: second, next: 'https://evil.example/' })
    assert.equal(away.path, '/account')
    assert.match((await browser.get('/rules')).text, /You accepted these rules on /)

    const { audit } = { audit: await context.db.query.selectFrom('audit_entry').selectAll().execute() }
    const versions = audit
      .filter(({ event }) => event === 'account.rules_accepted')
      .map(({ details }) => JSON.parse(details))
    assert.deepEqual(versions, [{ version: first }, { version: second }])
    const exported = JSON.parse(
      (await browser.send(await browser.get('/account/export'), '/account/export', {})).text,
    )
    assert.equal(exported.rules.version, second)
    assert.match(exported.rules.acceptedAt, /Z$/)

    // The same text has the same version, so nobody is asked again.
    await changeSettings(context, operator, { rules: null })
    assert.ok(!(await browser.get('/account')).text.includes(question))
    await changeSettings(context, operator, { rules: 'Be kind, always.' })
    assert.ok(!(await browser.get('/account')).text.includes(question))
  })
})
