// A stolen browser session gave the account a player of the thief's, which outlived everything its owner did.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { makeLinkCode } from '../../src/domain/linking/codes.ts'
import { linkedPlayers } from '../../src/domain/linking/players.ts'
import { createOneTimeLink } from '../../src/domain/sign-in/one-time-links.ts'
import { dayMs, minuteMs } from '../../src/lib/measure/units.ts'
import { linkPlayer, type NeighbourGiven, neighbourhood, uuid } from '../domain/neighbours/scene.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { totpCode } from '../totp.ts'
import { type Browser, browserOf, type PageView } from '../web/browser.ts'
import { newMail } from '../web/mailbox.ts'
import { partners } from '../web/partners.ts'

const path = '/account/linked'

const friends = (t: TestContext, service: RunningService, given: NeighbourGiven = {}) =>
  neighbourhood(t, service, { friends: given })

async function codeOf({ context }: RunningService, number = 1): Promise<string> {
  const player = { neighbour: 'friends', id: uuid(number), name: `Thief_${number}` }
  return (await makeLinkCode(context, player)) ?? ''
}

async function signedIn(service: RunningService) {
  const account = await service.account()
  const browser = browserOf(service)
  await browser.signIn(account)
  return { account, browser }
}

/** Makes the sessions of an account older, as if it had been proved that long ago. */
async function age({ context }: RunningService, { id }: { id: string }, ms: number): Promise<void> {
  await context.db.query
    .updateTable('credential')
    .set((row) => ({ issued_at: row('issued_at', '-', ms) }))
    .where('account_id', '=', id)
    .execute()
}

const askedToSignIn = (page: PageView) => {
  assert.equal(page.path, `/sign-in?again=1&next=${path}`)
  assert.equal(page.heading, 'Sign in')
}

const names = async ({ context }: RunningService, account: { id: string }) =>
  (await linkedPlayers(context, account)).map(({ name }) => name)

/** Links a player as the owner's session does, and returns the email about it. */
async function linked(service: RunningService, browser: Browser, number = 1) {
  await newMail(service)
  const asked = await browser.send(await browser.get(path), path, { code: await codeOf(service, number) })
  const done = await browser.send(asked, `${path}/answer`)
  assert.equal(done.flash, 'The player is linked.')
  const [mail] = await newMail(service)
  assert.ok(mail)
  return mail
}

onEveryDatabase('links by old sessions', (start, shared) => {
  test('a session that was proved 15 minutes ago can neither link nor unlink a player without a new proof', async (t) => {
    const service = await start()
    await friends(t, service)
    const { account, browser } = await signedIn(service)
    const own = { code: await codeOf(service, 7), address: '192.0.2.1' }
    await linkPlayer(service.context, operator, account, own)
    const code = await codeOf(service)
    for (const ms of [15 * minuteMs, dayMs]) {
      await age(service, account, ms)
      const page = await browser.get(path)
      assert.match(page.text, /prove first that it is you/)
      for (const typed of [code, '', '000000']) {
        askedToSignIn(await browser.send(page, path, { code: typed }))
      }
      askedToSignIn(await browser.send(page, `${path}/remove`))
      assert.deepEqual(await names(service, account), ['Thief_7'])
    }
    // The code was not used up by that.
    const fresh = browserOf(service)
    await fresh.signIn(account)
    const asked = await fresh.send(await fresh.get(path), path, { code })
    assert.equal((await fresh.send(asked, `${path}/answer`)).flash, 'The player is linked.')
  })

  test('the answer to the question needs the proof too, and no needs none', async (t) => {
    const service = await start()
    await friends(t, service)
    const { account, browser } = await signedIn(service)
    const asked = await browser.send(await browser.get(path), path, { code: await codeOf(service) })
    await age(service, account, 15 * minuteMs)
    askedToSignIn(await browser.send(asked, `${path}/answer`))
    const no = await browser.send(asked, `${path}/answer`, { answer: 'no' })
    assert.equal(no.flash, 'Nothing was linked.')
    assert.deepEqual(await names(service, account), [])
  })

  test('a sign-in at a neighbour does not begin without the proof', async () => {
    const [here, there] = [await start(), await start()]
    await partners(here, there)
    const { account, browser } = await signedIn(here)
    await age(here, account, dayMs)
    askedToSignIn(await browser.send(await browser.get(path), `${path}/sign-in`, { neighbour: 'friends' }))
    const begun = await here.context.db.query.selectFrom('link_sign_in').selectAll().execute()
    assert.deepEqual(begun, [])
  })

  test('the email about a link has a button that unlinks the player and ends the session that linked it, for a day', async (t) => {
    const service = await start({ NORN_NEIGHBOURS: 'on' })
    const { ask } = await friends(t, service, { who: 'linked', players: { Thief_1: uuid(1) } })
    const { account, browser: thief } = await signedIn(service)
    const mail = await linked(service, thief)
    assert.equal((await ask('Thief_1')).status, 200)
    assert.match(mail.link, /^\/security\/undo\/[\w-]{22}$/)
    service.advance(dayMs - 1)
    const owner = browserOf(service)
    const page = await owner.get(mail.link)
    assert.deepEqual([page.status, page.heading], [200, 'Unlink a player'])
    assert.match(page.text, new RegExp(`Thief_1 of friends was linked to the account ${account.username}`))
    assert.deepEqual(await names(service, account), ['Thief_1'], 'opening the page changes nothing')
    const done = await owner.send(page, mail.link)
    assert.equal(done.path, '/recover')
    assert.deepEqual(await names(service, account), [])
    assert.equal((await thief.get('/account')).path.split('?')[0], '/sign-in')
    assert.notEqual((await ask('Thief_1')).status, 200)
    assert.equal((await owner.get(mail.link)).status, 410)
    assert.equal((await owner.send(page, mail.link)).status, 410)
    const subjects = (await newMail(service)).map(({ subject }) => subject)
    assert.deepEqual(subjects, ['A player was unlinked from your account at Norn'])
    const token = mail.link.slice(-22)
    const rows = await service.context.db.query.selectFrom('audit_entry').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes(token) && !service.log.join('').includes(token))
  })

  test('that button works for a day only, not for a player linked again, and for no other player', async (t) => {
    const service = await start()
    await friends(t, service)
    const { account, browser } = await signedIn(service)
    const first = await linked(service, browser)
    service.advance(1)
    await browser.send(await browser.get(path), `${path}/remove`)
    assert.equal((await browserOf(service).get(first.link)).status, 410)
    const second = await linked(service, browser)
    const third = await linked(service, browser, 2)
    assert.equal((await browserOf(service).get(first.link)).status, 410)
    const owner = browserOf(service)
    await owner.send(await owner.get(third.link), third.link)
    assert.deepEqual(await names(service, account), ['Thief_1'])
    service.advance(dayMs)
    assert.equal((await owner.get(second.link)).status, 410)
    assert.equal((await owner.post(second.link, {})).status >= 400, true)
    assert.deepEqual(await names(service, account), ['Thief_1'])
  })

  for (const way of ['recovery by email', 'a one-time link', 'a link for a new app', 'a new password']) {
    test(`${way} lists the linked players, and unlinks those that are ticked`, async (t) => {
      const service = await shared()
      const { context } = service
      const id = `friends-${t.name.length}`
      await neighbourhood(t, service, { [id]: {} }, { name: `lobby-${t.name.length}` })
      const { account, browser } = await signedIn(service)
      const named = { neighbour: id, id: uuid(t.name.length), name: 'Thief_1' }
      for (const player of [named, { ...named, id: uuid(1000 + t.name.length), name: 'Own_1' }]) {
        const code = (await makeLinkCode(context, player)) ?? ''
        await linkPlayer(context, operator, account, { code, address: '192.0.2.1' })
      }
      const { at, fields } = await wayIn(service, account, way)
      const page = await browser.get(at)
      assert.match(page.text, /These players of other services can still join as you/)
      assert.match(page.text, new RegExp(`Unlink: Thief_1 of ${id}<`))
      const box = `unlink:${id}:${named.id}`
      const secret = /name="secret"[^>]* value="([A-Z2-7]{32})"/.exec(page.text)?.[1]
      const proof = secret === undefined ? {} : { secret, code: totpCode(secret, service.now()) }
      // What is not a player of the account is ignored.
      const more = { 'unlink:nobody:1': 'on', [`unlink:${id}:${uuid(3)}`]: 'on', 'unlink:': 'on' }
      const done = await browser.send(page, at, { ...fields, ...proof, ...more, [box]: 'on' })
      assert.ok(done.status === 200 && done.alert === undefined, done.text)
      assert.deepEqual(await names(service, account), ['Own_1'])
    })
  }

  test('the page that signs out everywhere says what stays', async (t) => {
    const service = await start()
    await friends(t, service)
    const { account, browser } = await signedIn(service)
    assert.doesNotMatch((await browser.get('/account/devices')).text, /These stay/)
    const typed = { code: await codeOf(service), address: '192.0.2.1' }
    await linkPlayer(service.context, operator, account, typed)
    assert.match((await browser.get('/account/devices')).text, /These stay[^<]*<a href="\/account\/linked">/)
  })
})

/** Returns the page on which the account gets a new password or app, and what is typed there. */
async function wayIn(service: RunningService, account: TestAccount, way: string) {
  const password = 'another sentence'
  if (way === 'a new password')
    return { at: '/account/password', fields: { password, current: account.password } }
  if (way === 'recovery by email') {
    const browser = browserOf(service)
    await newMail(service)
    await browser.send(await browser.get('/recover'), '/recover', { email: account.email })
    const link = (await newMail(service)).find(({ kind }) => kind === 'recover')?.link ?? ''
    return { at: link, fields: { password } }
  }
  const purpose = way === 'a one-time link' ? 'password' : 'second-factor'
  const { token } = await createOneTimeLink(service.context, operator, await service.stored(account), {
    purpose,
  })
  return {
    at: `/link/${token}`,
    fields: purpose === 'password' ? { password } : { current: account.password },
  }
}
