// Registrations through a provider that wait for their mail: who confirms them, and the groups that they bring.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGroup } from '../../src/domain/community/groups.ts'
import { setProvider } from '../../src/domain/providers/providers.ts'
import { providerSecretPlace } from '../../src/storage/schema/encryption.ts'
import type { MockAuthorizationServer } from '../neighbours/authorization-server.ts'
import { startGuild } from '../providers/guild.ts'
import { client, type Person } from '../providers/quirks.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'
import { newMail } from './mailbox.ts'
import { addProvider, begin, below, comeBack, form, proved, providerOf } from './provider.ts'

const claims = JSON.stringify({
  subject: 'sub',
  username: 'preferred_username',
  email: 'email',
  groups: 'groups',
})
const steve = { sub: 'st-1', preferred_username: 'Steve', groups: ['staff'] }

const memberships = ({ context: { db } }: RunningService) =>
  db.query.selectFrom('group_member').select(['group_name', 'provider']).orderBy('group_name').execute()

const accounts = async ({ context: { db } }: RunningService) =>
  (await db.query.selectFrom('account').select('username').orderBy('username').execute()).map(
    ({ username }) => username,
  )

/** Registers with an address that the provider does not prove, and returns the mailed link. */
async function register(
  service: RunningService,
  browser: Browser,
  mock: MockAuthorizationServer,
  person = steve,
): Promise<string> {
  const page = await comeBack(browser, mock, person)
  const sent = await browser.send(page, form, { username: 'Steve', email: 'mine@example.org' })
  assert.equal(sent.heading, 'Check your mail', sent.alert)
  const [mail] = await newMail(service)
  return mail?.link ?? ''
}

/** Follows the link of the page that asks who confirms, and comes back from the provider. */
async function proveOn(
  browser: Browser,
  page: PageView,
  mock: MockAuthorizationServer,
  person: { sub: string },
): Promise<PageView> {
  const [, path = ''] = /<a class="button" href="([^"]+)">Continue with The School/.exec(page.text) ?? []
  assert.match(path, /^\/sign-in\/with\/school\?next=\/register\/confirm\//)
  return browser.get(proved(mock, await begin(browser, path), person))
}

/** Sends a confirmation that no page has asked for, and returns the status. */
async function statusOf(browser: Browser, link: string): Promise<number> {
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await browser.get('/sign-in')).text) ?? []
  return (await browser.post(link, { csrf, password: 'a sentence to remember' })).status
}

onEveryDatabase('a registration through a provider that waits for its mail', (start) => {
  test('brings its groups once it is confirmed, and not before, also with a link that was sent again', async (t) => {
    for (const isSentAgain of [false, true]) {
      const service = await start()
      await createGroup(service.context, operator, { name: 'staff' })
      const mock = await providerOf(t, service, { claims })
      const browser = browserOf(service)
      let link = await register(service, browser, mock)
      if (isSentAgain) {
        await browser.send(await browser.get('/register/sent'), '/register/sent')
        link = (await newMail(service))[0]?.link ?? ''
      }
      assert.deepEqual(await memberships(service), [])
      const done = await browser.send(await browser.get(link), link)
      assert.equal(done.heading, 'Sign in', done.alert)
      assert.deepEqual(await memberships(service), [{ group_name: 'staff', provider: 'school' }])
      assert.equal((await browser.send(done, '/sign-in/continue')).path, '/account/play')
    }
  })

  test('makes a member only of what the map and the guild of today give', async (t) => {
    const service = await start()
    await createGroup(service.context, operator, { name: 'staff' })
    const mock = await providerOf(t, service, { claims, group_map: JSON.stringify({ teacher: 'staff' }) })
    const browser = browserOf(service)
    const link = await register(service, browser, mock, { ...steve, groups: ['teacher'] })
    await setProvider(service.context, operator, 'school', { groupMap: { head: 'staff' } })
    await browser.send(await browser.get(link), link)
    assert.deepEqual([await memberships(service), await accounts(service)], [[], ['Steve']])

    const other = await start()
    const { all } = await startGuild(t, other, {
      client_id: client.id,
      client_secret: other.context.secrets.seal(providerSecretPlace('discord'), client.secret),
    })
    all.clock = other.now
    const newcomer = browserOf(other)
    const person: Person = {
      id: '80351110224678912',
      name: 'Steve',
      email: null,
      isVerified: false,
      roles: [],
    }
    const away = all.signIn(await begin(newcomer, '/sign-in/with/discord'), person)
    const page = await newcomer.get(below(away))
    const sent = await newcomer.send(page, '/register/with/discord', {
      username: 'Steve',
      email: 'mine@example.org',
    })
    assert.equal(sent.heading, 'Check your mail', sent.alert)
    await setProvider(other.context, operator, 'discord', { guild: '123456789012345678' })
    const [mail] = await newMail(other)
    const mailed = mail?.link ?? ''
    await newcomer.send(await newcomer.get(mailed), mailed)
    assert.deepEqual([await memberships(other), await accounts(other)], [[], ['Steve']])
  })

  test('is confirmed in another browser by the same person alone', async (t) => {
    const service = await start()
    await createGroup(service.context, operator, { name: 'staff' })
    const mock = await providerOf(t, service, { claims })
    const link = await register(service, browserOf(service), mock)
    const second = browserOf(service)
    const asked = await second.get(link)
    assert.doesNotMatch(asked.text, /<button class="main"/)

    // Somebody else is asked again, and the form that was never shown does nothing.
    const stranger = browserOf(service)
    const theirs = await proveOn(stranger, await stranger.get(link), mock, { sub: 'st-2' })
    assert.match(theirs.text, /You registered in another browser/)
    for (const browser of [stranger, browserOf(service)]) {
      assert.equal(await statusOf(browser, link), 422)
      assert.deepEqual(await accounts(service), [])
    }

    const back = await proveOn(second, asked, mock, steve)
    assert.equal(back.path, link)
    const done = await second.send(back, link)
    assert.equal(done.heading, 'Sign in', done.alert)
    assert.deepEqual(await accounts(service), ['Steve'])
    assert.deepEqual(await memberships(service), [{ group_name: 'staff', provider: 'school' }])
    assert.equal((await second.send(done, '/sign-in/continue')).path, '/account/play')
    // What was proved is used up.
    assert.notEqual((await second.get('/register/with/school')).heading, 'Choose a username')
  })

  test('is not confirmed by somebody of another provider that has the name since', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service, { claims })
    const second = browserOf(service)
    // Proved by the first one, before it was removed.
    await comeBack(second, mock, steve)
    await service.context.db.query.deleteFrom('provider').execute()
    await addProvider(service, mock.url, { claims, title: 'The School' })
    const link = await register(service, browserOf(service), mock)
    const page = await second.get(link)
    assert.match(page.text, /You registered in another browser/)
    assert.equal(await statusOf(second, link), 422)
    assert.deepEqual(await accounts(service), [])
  })
})
