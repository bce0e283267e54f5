// /account/linked: linking an account here to one at a provider, and unlinking it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs } from '../../src/lib/measure/units.ts'
import { insertPasskey } from '../../src/storage/sign-in/passkeys.ts'
import { hold } from '../hold.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { until } from '../until.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'
import { newMail } from './mailbox.ts'
import { comeBack, form, type Person, proved, providerOf } from './provider.ts'

const path = '/account/linked'

const steve: Person = {
  sub: 'st-1',
  preferred_username: 'Steve',
  email: 's@example.org',
  email_verified: true,
}

const refused = (page: PageView, status: number, alert: RegExp) => {
  assert.deepEqual([page.status, page.heading], [status, 'Linked accounts'])
  assert.match(page.alert ?? '', alert)
}

async function signedIn(service: RunningService, username: string) {
  const account = await service.account({ username })
  const browser = browserOf(service)
  await browser.signIn(account)
  return { account, browser }
}

/** Presses the button, and returns the address to which the page leads. */
async function press(browser: Browser, provider = 'school'): Promise<URL> {
  const page = await browser.send(await browser.get(path), `${path}/with`, { provider })
  const [, away] = /^0; url=(.+)$/.exec(page.headers.get('refresh') ?? '') ?? []
  assert.ok(away, page.text)
  assert.ok(page.text.includes('Continue to '))
  return new URL(away)
}

const identities = ({ context: { db } }: RunningService) =>
  db.query.selectFrom('linked_identity').selectAll().orderBy('provider').execute()

onEveryDatabase('accounts at providers that are linked', (start) => {
  test('linked, signed in with, unlinked; page, mail and audit log say so', async (t) => {
    const service = await start()
    const { account, browser } = await signedIn(service, 'Me')
    assert.doesNotMatch((await browser.get('/account')).text, /href="\/account\/linked"/)
    const mock = await providerOf(t, service)
    assert.match((await browser.get('/account')).text, /href="\/account\/linked"/)
    assert.match((await browser.get(path)).text, /<button class="quiet">Link The School<\/button>/)
    const asked = await press(browser)
    assert.equal(asked.searchParams.get('prompt'), 'consent')
    await newMail(service)
    const done = await browser.get(proved(mock, asked, steve))
    assert.deepEqual([done.status, done.path], [200, path])
    assert.match(done.flash ?? '', /The account is linked/)
    assert.match(done.text, /The School<\/strong> <bdi>Steve<\/bdi>/)
    assert.doesNotMatch(done.text, /Link The School<\/button>/)
    const [mail] = await newMail(service)
    assert.equal(mail?.subject, 'A new way to sign in at Norn')
    assert.match(mail?.link ?? '', /^\/security\/undo\//)
    const other = browserOf(service)
    assert.equal((await comeBack(other, mock, steve)).path, '/account')
    // Once.
    const again = await browser.get(proved(mock, asked, steve))
    assert.deepEqual([again.status, again.heading], [422, 'Sign in'])
    assert.match(again.alert ?? '', /has expired or was begun in another browser/)
    const gone = await browser.send(await browser.get(path), `${path}/unlink`)
    assert.equal(gone.flash, 'The account is no longer linked.')
    assert.deepEqual(await identities(service), [])
    assert.equal((await newMail(service))[0]?.subject, 'A way to sign in at Norn was removed')
    assert.equal((await comeBack(browserOf(service), mock, steve)).heading, 'Choose a username')
    const events = await service.context.db.query.selectFrom('audit_entry').selectAll().execute()
    const told = events.filter(({ event }) => /^account\.(un)?linked$/.test(event))
    assert.deepEqual(
      told.map(({ event, account_id, details }) => [event, account_id, JSON.parse(details)]).toSorted(),
      ['account.linked', 'account.unlinked'].map((event) => [
        event,
        account.id,
        { provider: 'school', name: 'Steve' },
      ]),
    )
  })

  test('the link in the email undoes it and signs everything out', async (t) => {
    const service = await start()
    const { browser } = await signedIn(service, 'Me')
    const mock = await providerOf(t, service)
    await newMail(service)
    await browser.get(proved(mock, await press(browser), steve))
    const [mail] = await newMail(service)
    const reader = browserOf(service)
    const page = await reader.get(mail?.link ?? '')
    assert.match(page.text, /Steve of school was linked to the account Me/)
    await reader.send(page, mail?.link ?? '')
    assert.deepEqual(await identities(service), [])
    assert.equal((await browser.get('/account')).heading, 'Sign in')
    assert.equal((await reader.get(mail?.link ?? '')).status, 410)
  })

  test('only an answer to one that this session has sent links, and only after a recent sign-in', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service)
    const { account, browser } = await signedIn(service, 'Me')
    const { browser: victim } = await signedIn(service, 'Victim')
    const theirs = proved(mock, await press(browser), steve)
    // The cookie of the attacker, in the browser of somebody else.
    victim.cookies.set('norn-provider', browser.cookies.get('norn-provider') ?? '')
    refused(await victim.get(theirs), 422, /begun in another browser/)
    const again = browserOf(service)
    await again.signIn(account)
    again.cookies.set('norn-provider', browser.cookies.get('norn-provider') ?? '')
    refused(await again.get(theirs), 422, /begun in another browser/)
    const stranger = browserOf(service)
    stranger.cookies.set('norn-provider', browser.cookies.get('norn-provider') ?? '')
    assert.equal((await stranger.get(theirs)).heading, 'Sign in')
    const forged = await victim.post(`${path}/with`, { provider: 'school' })
    assert.equal(forged.status, 403)
    assert.deepEqual(await identities(service), [])
    assert.match((await browser.get(theirs)).flash ?? '', /is linked/)
    const old = await browser.get(path)
    service.advance(15 * minuteMs)
    assert.equal((await browser.send(old, `${path}/unlink`)).heading, 'Sign in')
    assert.equal((await identities(service)).length, 1)
    // Signed in with the account at the provider, it is recent again.
    assert.equal((await comeBack(browser, mock, steve, `/sign-in/with/school?next=${path}`)).path, path)
    assert.match(
      (await browser.send(await browser.get(path), `${path}/unlink`)).flash ?? '',
      /no longer linked/,
    )
  })

  test('a subject belongs to one account, and an account to one subject of each provider', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service)
    const { browser } = await signedIn(service, 'Me')
    const { browser: other } = await signedIn(service, 'Other')
    await browser.get(proved(mock, await press(browser), steve))
    refused(await other.get(proved(mock, await press(other), steve)), 422, /belongs to another account here/)
    await other.get(proved(mock, await press(other), { sub: 'al' }))
    assert.equal((await identities(service)).length, 2)
    // Somebody who is signed in and comes back as nobody known gets no second account.
    const third = await signedIn(service, 'Third')
    const page = await comeBack(third.browser, mock, { sub: 'new' })
    assert.deepEqual([page.status, page.heading], [422, 'Sign in'])
    assert.match(page.alert ?? '', /is not linked to an account here/)
  })

  test('two accounts that link one subject at once: one has it, the other is refused', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service)
    const [one, two] = [await signedIn(service, 'One'), await signedIn(service, 'Two')]
    const asked = [await press(one.browser), await press(two.browser)] as const
    // The mock knows one nonce at a time.
    const held = hold(t, service.context.providers, 'identify', 2)
    const first = one.browser.get(proved(mock, asked[0], steve))
    await until('the first is identified', () => held.count === 1)
    const second = two.browser.get(proved(mock, asked[1], steve))
    await held.all
    held.release()
    const pages = await Promise.all([first, second])
    assert.deepEqual(pages.map(({ status }) => status).toSorted(), [200, 422])
    assert.equal((await identities(service)).length, 1)
  })

  test('the last way in stays', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service)
    const club = await providerOf(t, service, { name: 'club', title: 'The Club' })
    const browser = browserOf(service)
    const page = await comeBack(browser, mock, steve)
    await browser.send(page, form, { username: 'Steve', email: 's@example.org' })
    refused(await browser.send(await browser.get(path), `${path}/unlink`), 422, /your only way to sign in/)
    await browser.get(proved(club, await press(browser, 'club'), { sub: 'c' }))
    const both = await browser.get(path)
    const unlink = (provider: string) => browser.send(both, `${path}/unlink`, { provider })
    const answers = await Promise.all([unlink('school'), unlink('club')])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422])
    assert.equal((await identities(service)).length, 1)
  })

  test('the last passkey of an account without a password stays', async (t) => {
    const service = await start({ NORN_BASE_URL: 'https://accounts.example.org' })
    const mock = await providerOf(t, service)
    const browser = browserOf(service)
    await browser.send(await comeBack(browser, mock, steve), form, {
      username: 'Steve',
      email: 's@example.org',
    })
    const { db } = service.context
    const account = await db.query.selectFrom('account').select('id').executeTakeFirstOrThrow()
    const passkey = { account_id: account.id, public_key: 'AA', counter: 0, backup_eligible: 0 as const }
    const used = { name: 'Phone', created_at: service.now(), last_used_at: null }
    await db.transaction((tx) => insertPasskey(tx, { ...passkey, ...used, id: 'one' }))
    await browser.send(await browser.get(path), `${path}/unlink`)
    assert.equal((await identities(service)).length, 0)
    const remove = async () =>
      browser.send(await browser.get('/account/security'), `/account/security/passkeys/remove`)
    assert.match((await remove()).flash ?? '', /no other way to sign in/)
    await db.transaction((tx) => insertPasskey(tx, { ...passkey, ...used, id: 'two' }))
    const both = await browser.get('/account/security')
    const removeBoth = ['one', 'two'].map((id) =>
      browser.send(both, '/account/security/passkeys/remove', { id }),
    )
    const flashes = (await Promise.all(removeBoth)).map(({ flash = '' }) => flash)
    assert.equal(
      flashes.filter((flash) => flash.startsWith('The passkey was removed')).length,
      1,
      flashes.join(),
    )
    assert.equal((await db.query.selectFrom('passkey').select('id').execute()).length, 1)
  })
})
