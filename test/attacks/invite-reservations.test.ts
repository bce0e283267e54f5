// An unconfirmed registration reserves a use of its invite: for a person, and not for each address that was mistyped.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInvite, listInvites } from '../../src/domain/registration/invites.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { type Browser, browserOf } from '../web/browser.ts'
import { newMail } from '../web/mailbox.ts'
import { adminClient } from '../wire/admin/api.ts'

const settings = {
  NORN_REGISTRATION: 'invite',
  NORN_REGISTRATIONS_PER_ADDRESS: '1000',
  NORN_MAILS_PER_ADDRESS: '1000',
}
const password = 'a sentence to remember'

async function registerIn(browser: Browser, invite: string, username: string, email: string) {
  const page = await browser.get('/register')
  return browser.send(page, '/register', { username, email, password, invite })
}

const inviteFor = ({ context }: RunningService, uses: number) =>
  createInvite(context, operator, { uses, expiresAt: null })

async function waitingOf({ context }: RunningService, code: string): Promise<number | undefined> {
  return (await listInvites(context)).find((invite) => invite.code === code)?.waiting
}

/** The links of new emails by their recipients. */
const linksOf = async (service: RunningService): Promise<Record<string, string>> =>
  Object.fromEntries((await newMail(service)).map(({ to, link }) => [to, link]))

onEveryDatabase('reservations of invites', (start) => {
  test('somebody who mistypes an address registers again in the same browser, and only the last address counts', async () => {
    const service = await start(settings)
    const { code } = await inviteFor(service, 1)
    const browser = browserOf(service)
    for (const email of ['sonya@exmaple.test', 'sonya@example.tst', 'sonya@example.test']) {
      assert.equal((await registerIn(browser, code, 'Sonya', email)).path, '/register/sent', email)
      assert.equal(await waitingOf(service, code), 1)
    }
    const other = await registerIn(browserOf(service), code, 'Other', 'other@example.test')
    assert.equal(other.status, 422, 'the use is reserved')
    const { 'sonya@exmaple.test': first = '', 'sonya@example.test': last = '' } = await linksOf(service)
    assert.equal(
      (await browserOf(service).get(first)).status,
      410,
      'the mistyped address can confirm nothing',
    )
    assert.equal((await browser.send(await browser.get(last), last)).path, '/sign-in?next=/account/play')
    const late = await registerIn(browserOf(service), code, 'Other', 'other@example.test')
    assert.equal(late.status, 422, 'it is used up')
  })

  test('another name with another address takes the place, too', async () => {
    const service = await start(settings)
    const { code } = await inviteFor(service, 2)
    const browser = browserOf(service)
    await registerIn(browser, code, 'Sonya', 'sonya@exmaple.test')
    await registerIn(browser, code, 'Sonya_2', 'sonya@example.test')
    assert.equal(await waitingOf(service, code), 1)
    const other = await registerIn(browserOf(service), code, 'Other', 'other@example.test')
    assert.equal(other.path, '/register/sent')
    assert.equal(await waitingOf(service, code), 2)
  })

  test('another invite takes the place of the first, with the same address or another; the first is free at once', async () => {
    const service = await start(settings)
    const [a, b, c] = [await inviteFor(service, 1), await inviteFor(service, 1), await inviteFor(service, 1)]
    const waiting = () => Promise.all([a, b, c].map(({ code }) => waitingOf(service, code)))
    const browser = browserOf(service)
    await registerIn(browser, a.code, 'Sonya', 'sonya@example.test')
    await registerIn(browser, b.code, 'Sonya', 'sonya@example.test')
    assert.deepEqual(await waiting(), [0, 1, 0])
    await registerIn(browser, c.code, 'Someone', 'else@example.test')
    assert.deepEqual(await waiting(), [0, 0, 1])
    const other = await registerIn(browserOf(service), a.code, 'Other', 'other@example.test')
    assert.equal(other.path, '/register/sent', 'the use of the first is free for others')
    assert.deepEqual(await waiting(), [1, 0, 1], 'and another browser keeps its own')
    const statuses: number[] = []
    for (const { link } of await newMail(service)) statuses.push((await browser.get(link)).status)
    assert.deepEqual(statuses.toSorted(), [200, 200, 410, 410])
  })

  test('a second invite that is refused leaves the first reservation alone', async () => {
    const service = await start(settings)
    const [a, b] = [await inviteFor(service, 1), await inviteFor(service, 1)]
    await registerIn(browserOf(service), b.code, 'Other', 'other@example.test')
    const browser = browserOf(service)
    await registerIn(browser, a.code, 'Sonya', 'sonya@example.test')
    for (const code of [b.code, 'ffffffffffffffffff', ''])
      assert.equal((await registerIn(browser, code, 'Sonya', 'sonya@example.test')).status, 422)
    assert.equal(await waitingOf(service, a.code), 1)
  })

  test('“send it again” uses none, and each of its links works', async () => {
    const service = await start(settings)
    const { code } = await inviteFor(service, 2)
    const browser = browserOf(service)
    const sent = await registerIn(browser, code, 'Sonya', 'sonya@example.test')
    const { 'sonya@example.test': first = '' } = await linksOf(service)
    service.advance(60_000)
    for (let time = 0; time < 2; time++) await browser.send(sent, '/register/sent')
    assert.equal(await waitingOf(service, code), 1)
    const other = await registerIn(browserOf(service), code, 'Other', 'other@example.test')
    assert.equal(other.path, '/register/sent')
    assert.equal((await browser.send(await browser.get(first), first)).path, '/sign-in?next=/account/play')
  })

  test('of six who register for the last use at once, one gets it', async () => {
    const service = await start(settings)
    const { code } = await inviteFor(service, 1)
    const pages = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) =>
        registerIn(browserOf(service), code, `Player_${n}`, `p${n}@example.test`),
      ),
    )
    assert.deepEqual(pages.map(({ status }) => status).sort(), [200, 422, 422, 422, 422, 422])
    assert.equal(await waitingOf(service, code), 1)
  })

  test('a name that was registered with a mistyped address can be registered again in the same browser only', async () => {
    const service = await start({ ...settings, NORN_REGISTRATION: 'open' })
    const browser = browserOf(service)
    assert.equal((await registerIn(browser, '', 'Sonya', 'sonya@exmaple.test')).path, '/register/sent')
    const stranger = await registerIn(browserOf(service), '', 'Sonya', 'stranger@example.test')
    assert.equal(stranger.status, 422, 'for others it is reserved')
    assert.equal((await registerIn(browser, '', 'Sonya', 'sonya@example.test')).path, '/register/sent')
    const sibling = await registerIn(browser, '', 'Sibling', 'sibling@example.test')
    assert.equal(sibling.path, '/register/sent')
    const statuses: Record<string, number> = {}
    for (const [to, link] of Object.entries(await linksOf(service)))
      statuses[to] = (await browser.get(link)).status
    // Without an invite, another name replaces nothing.
    const expected = { 'sonya@exmaple.test': 410, 'sonya@example.test': 200, 'sibling@example.test': 200 }
    assert.deepEqual(statuses, expected)
  })

  test('the administrator sees what is reserved, on the page, by command and in the API', async () => {
    const service = await start(settings)
    const { code } = await inviteFor(service, 3)
    const api = await adminClient(service)
    const [invite] = (await api.send('GET', '/invites')).json.items
    assert.deepEqual([invite.uses, invite.waiting], [3, 0])
    await registerIn(browserOf(service), code, 'Sonya', 'sonya@example.test')
    const [reserved] = (await api.send('GET', '/invites')).json.items
    assert.deepEqual([reserved.uses, reserved.waiting], [3, 1])
    service.advance(24 * 3_600_000)
    assert.equal(await waitingOf(service, code), 0, 'an expired registration reserves nothing')
  })
})
