// A one-time link works once, for an account that has not changed since, and while its creator may create
// links.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeAccount } from '../../src/domain/accounts/change.ts'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { grantRole, ungrantRole } from '../../src/domain/accounts/roles.ts'
import { setPassword } from '../../src/domain/accounts/set-password.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { createOneTimeLink } from '../../src/domain/sign-in/one-time-links.ts'
import { disableSecondFactor, enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { apiActor, createApiToken, revokeApiToken } from '../../src/domain/tokens/api-tokens.ts'
import { signOutEverywhere } from '../../src/domain/tokens/devices.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import type { Account } from '../../src/model/accounts/account.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { totpCode } from '../totp.ts'
import { browserOf } from '../web/browser.ts'
import { choose, chosen, linkTo, proposedSecret, replaceFactor } from '../web/links.ts'
import { newMail } from '../web/mailbox.ts'
import { oneOrTwo, startInstances } from './one-or-two.ts'

const hour = 3_600_000
const day = 24 * hour

const statusOf = async (service: RunningService, link: string) => (await browserOf(service).get(link)).status

/** An account with a role, and the actor that it is on the pages. */
async function administrator(service: RunningService) {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), 'admin')
  return { account, by: accountActor(account, '192.0.2.1') }
}

/** The changes to an account each of which ends a link. */
const endings: Readonly<
  Record<string, (service: RunningService, account: Account, test: TestAccount) => Promise<unknown>>
> = {
  'another password': ({ context }, account) => setPassword(context, operator, account, 'a new sentence'),
  'a second factor': ({ context }, account) => enableSecondFactor(context, operator, account),
  'another role': ({ context }, account) => grantRole(context, operator, account, 'moderator'),
  'a suspension': ({ context }, account) => suspendAccount(context, operator, account, {}),
  'a suspension that is over': async ({ context }, account) => {
    await suspendAccount(context, operator, account, {})
    await restoreAccount(context, operator, account)
  },
  'the end of all sessions': ({ context }, account) => signOutEverywhere(context, operator, account, ''),
  deletion: ({ context }, account) => deleteAccount(context, operator, account),
  'another link': (service, account) => linkTo(service, account, 'second-factor'),
  'another password by email': async (service, _, { email }) => {
    await newMail(service)
    const browser = browserOf(service)
    await browser.send(await browser.get('/recover'), '/recover', { email })
    const [mail] = await newMail(service)
    assert.equal((await choose(service, mail?.link ?? '', 'a sentence by mail')).path, '/sign-in')
  },
}

/** The changes after which a link still works. */
const others: typeof endings = {
  'another name': ({ context }, account) =>
    changeAccount(context, operator, account, { username: `${account.username}_` }),
  'another address': ({ context }, account) =>
    changeAccount(context, operator, account, { email: `other.${account.email}` }),
  'a sign-in': (service, _, test) => service.signIn(test),
  'a role that is unchanged': async ({ context }, account) => {
    await grantRole(context, operator, account, 'moderator')
    await ungrantRole(context, operator, account, 'moderator')
  },
}

onEveryDatabase('one-time links', (start, shared) => {
  test('a change to the account ends its link, and the form that was opened before', async () => {
    const service = await shared()
    for (const [name, end] of [...Object.entries(endings), ...Object.entries(others)]) {
      const account = await service.account()
      const link = await linkTo(service, account)
      const browser = browserOf(service)
      const page = await browser.get(link)
      assert.equal(page.status, 200, name)
      await end(service, await service.stored(account), account)
      const isEnding = name in endings
      assert.equal(await statusOf(service, link), isEnding ? 410 : 200, name)
      const sent = await browser.send(page, link, { password: chosen })
      assert.equal(sent.status, isEnding ? 410 : 200, name)
      if (!isEnding) continue
      const changed = await browserOf(service).signIn({ ...account, password: chosen })
      assert.notEqual(changed.path, '/account', name)
    }
  })

  test('turning off a second factor ends a link', async () => {
    const service = await shared()
    const { context } = service
    const account = await service.account()
    await enableSecondFactor(context, operator, await service.stored(account))
    const link = await linkTo(service, account, 'second-factor')
    await disableSecondFactor(context, operator, await service.stored(account))
    assert.equal(await statusOf(service, link), 410)
  })

  test('using a link ends the links that were emailed earlier', async () => {
    const service = await shared()
    const account = await service.account()
    await newMail(service)
    const browser = browserOf(service)
    await browser.send(await browser.get('/recover'), '/recover', { email: account.email })
    const [mail] = await newMail(service)
    assert.equal((await choose(service, await linkTo(service, account))).path, '/sign-in')
    assert.equal(await statusOf(service, mail?.link ?? ''), 410)
  })

  test('a link ends when its creator loses the right to create links', async () => {
    const service = await shared()
    const { context } = service
    const account = await service.account()
    const ends: Record<string, (maker: Account) => Promise<unknown>> = {
      role: (maker) => ungrantRole(context, operator, maker, 'admin'),
      suspension: (maker) => suspendAccount(context, operator, maker, {}),
      deletion: (maker) => deleteAccount(context, operator, maker),
    }
    for (const [name, end] of Object.entries(ends)) {
      const { account: maker, by } = await administrator(service)
      await grantRole(context, operator, await service.stored(maker), 'moderator')
      const link = await linkTo(service, account, 'password', by)
      assert.equal(await statusOf(service, link), 200, name)
      const browser = browserOf(service)
      const page = await browser.get(link)
      await end(await service.stored(maker))
      assert.equal(await statusOf(service, link), 410, name)
      assert.equal((await browser.send(page, link, { password: chosen })).status, 410, name)
    }
    for (const end of ['revoked', 'expired']) {
      const expiresAt = service.now() + hour
      const { apiToken } = await createApiToken(context, operator, {
        name: 'bot',
        readOnly: false,
        expiresAt,
      })
      const link = await linkTo(service, account, 'password', apiActor(apiToken, '192.0.2.1'))
      assert.equal(await statusOf(service, link), 200, end)
      if (end === 'revoked') await revokeApiToken(context, operator, apiToken.id)
      else service.advance(hour)
      assert.equal(await statusOf(service, link), 410, end)
    }
  })

  test('a link works only for its purpose and its account', async () => {
    const service = await shared()
    const [account, other] = [await service.account(), await service.account()]
    const password = await linkTo(service, account, 'setup')
    const factor = await linkTo(service, other, 'second-factor')
    const browser = browserOf(service)
    const [first, second] = [await browser.get(password), await browser.get(factor)]
    const csrf = /name="csrf" value="([^"]+)"/.exec(first.text)?.[1] ?? ''
    const secret = proposedSecret(second)
    const code = totpCode(secret, service.now())
    const asFactor = await browser.post(password, { csrf, secret, code, current: account.password })
    assert.equal(asFactor.status, 422)
    assert.equal((await service.stored(account)).hasSecondFactor, false)
    // The password of the person who holds the link is not the password of the account.
    const foreign = { csrf, secret, code, current: account.password, password: chosen }
    assert.equal((await browser.post(factor, foreign)).status, 422)
    const malformed = { csrf, secret: 'AAAA', code, current: other.password }
    assert.equal((await browser.post(factor, malformed)).status, 422)
    assert.equal((await browser.post(factor, { ...foreign, csrf: 'x' })).status, 403)
    assert.equal((await service.stored(other)).hasSecondFactor, false)
    // Its token does not work for another kind of link, nor the other way round.
    const token = password.slice(-22)
    for (const path of [`/recover/${token}`, `/security/undo/${token}`, `/register/confirm/${token}`])
      assert.equal(await statusOf(service, path), 410, path)
    for (const path of [
      `${password}x`,
      password.toLowerCase(),
      password.slice(0, -1),
      '/link/%00',
      '/link/x',
    ])
      assert.ok((await statusOf(service, path)) >= 400, path)
    assert.equal(await statusOf(service, password), 200)
    assert.ok(!service.log.join().includes(token))
    // A token of letters alone looks like a word of a path.
    for (const path of ['/link', '/recover', '/security/undo', '/register/confirm']) {
      const mistyped = await service.get(`${path}/abcdefghijklmnopqrstuv/x`)
      assert.equal(mistyped.status, 404)
      assert.equal((await service.logLine(mistyped)).path, `${path}/…/x`)
    }
  })

  test('a suspended account gets no link, and a later role does not revive an earlier link', async () => {
    const service = await shared()
    const { context } = service
    const account = await service.account()
    const link = await linkTo(service, account)
    await grantRole(context, operator, await service.stored(account), 'admin')
    assert.equal((await choose(service, link)).status, 410)
    const player = await service.stored(await service.account())
    await suspendAccount(context, operator, player, {})
    await assert.rejects(createOneTimeLink(context, operator, player, { purpose: 'setup' }), {
      reason: 'link_of_suspended',
    })
    assert.deepEqual(
      await context.db.query
        .selectFrom('one_time_link')
        .selectAll()
        .where('account_id', '=', player.id)
        .execute(),
      [],
    )
  })

  test('moderators cannot create links, and the page does not offer it', async () => {
    const service = await shared()
    const { context } = service
    const [moderator, player] = [await service.account(), await service.account()]
    await grantRole(context, operator, await service.stored(moderator), 'moderator')
    const { account: boss } = await administrator(service)
    const browser = browserOf(service)
    await browser.signIn(moderator)
    for (const { id } of [player, boss, moderator]) {
      const page = await browser.get(`/admin/accounts/${id}`)
      assert.ok(page.status === 200 && !page.text.includes('One-time link'))
      const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
      const fields = { csrf, for: 'password', lasts: '1h', current: moderator.password }
      assert.equal((await browser.post(`/admin/accounts/${id}/link`, fields)).status, 403)
    }
    // Somebody who was an administrator when the request began, and no longer is when it is carried out.
    const { by } = await administrator(service)
    const former = { ...by, session: 'x', role: 'admin' } as const
    const stored = await service.stored(player)
    await assert.rejects(createOneTimeLink(context, former, stored, { purpose: 'password' }), {
      reason: 'session_ended',
    })
    const rows = await context.db.query.selectFrom('one_time_link').select('account_id').execute()
    for (const { id } of [player, boss, moderator])
      assert.ok(!rows.some(({ account_id }) => account_id === id))
  })

  test('a link ends at its time, at most 30 days later, and its row is deleted', async () => {
    const service = await start()
    const { context } = service
    const account = await service.stored(await service.account())
    const rows = () => context.db.query.selectFrom('one_time_link').selectAll().execute()
    for (const ms of [1, hour, 30 * day]) {
      const expiresAt = service.now() + ms
      const { token } = await createOneTimeLink(context, operator, account, {
        purpose: 'password',
        expiresAt,
      })
      assert.ok(!JSON.stringify(await rows()).includes(token))
      service.advance(ms - 1)
      assert.equal(await statusOf(service, `/link/${token}`), 200)
      await sweep(context)
      assert.equal((await rows()).length, 1)
      service.advance(1)
      assert.equal(await statusOf(service, `/link/${token}`), 410)
      await sweep(context)
      assert.deepEqual(await rows(), [])
    }
    const expiresAt = service.now() + 30 * day + 1
    await assert.rejects(createOneTimeLink(context, operator, account, { purpose: 'password', expiresAt }), {
      reason: 'link_too_long',
    })
  })

  test('a network may open 60 invalid links; a valid one still works after that', async () => {
    const service = await start({ NORN_TRUST_PROXY: '127.0.0.1' })
    const account = await service.account()
    const link = await linkTo(service, account)
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    const guess = (n: number, address = '198.51.100.1') =>
      service.get(`/link/${String(n).padStart(22, 'x')}`, from(address))
    for (let n = 0; n < 60; n++) assert.equal((await guess(n)).status, 410)
    const spent = await guess(60)
    assert.deepEqual([spent.status, spent.headers.get('retry-after')], [429, '60'])
    assert.equal((await service.logLine(spent)).reason, 'too_many_links')
    assert.equal((await guess(61, '198.51.100.2')).status, 410)
    assert.equal((await service.get(link, from('198.51.100.1'))).status, 200)
    service.advance(60_000)
    assert.equal((await guess(62)).status, 410)
    assert.equal((await guess(63)).status, 429)
  })

  test('wrong passwords behind a link count as they do at a sign-in', async () => {
    const service = await start({ NORN_GUESS_ADDRESS_ACCOUNT: '3' })
    const account = await service.account()
    const link = await linkTo(service, account, 'second-factor')
    for (let n = 0; n < 3; n++) assert.equal((await replaceFactor(service, link, 'wrong')).status, 422)
    const page = await replaceFactor(service, link, account.password)
    assert.equal(page.status, 429)
    assert.match(page.alert ?? '', /^Too many failed attempts/)
    assert.ok(Number(page.headers.get('retry-after')) > 0)
    assert.equal((await browserOf(service).signIn(account)).status, 429)
    assert.equal((await service.stored(account)).hasSecondFactor, false)
    assert.equal(await statusOf(service, link), 200)
  })
})

for (const setting of oneOrTwo()) {
  test(`one link that is submitted many times at once works once (${setting.where})`, async (t) => {
    const services = await startInstances(t, setting)
    const [first] = services
    assert.ok(first)
    for (const purpose of ['password', 'second-factor'] as const) {
      const account = await first.account()
      const link = await linkTo(first, account, purpose)
      await newMail(first)
      const opened = await Promise.all(
        Array.from({ length: 9 }, async (_, n) => {
          const browser = browserOf(services[n % services.length] ?? first)
          const page = await browser.get(link)
          const secret = proposedSecret(page)
          const code = totpCode(secret, first.now())
          const fields: Record<string, string> =
            purpose === 'password'
              ? { password: `a new sentence ${n}` }
              : { secret, code, current: account.password }
          return { browser, page, fields }
        }),
      )
      const done = await Promise.all(
        opened.map(({ browser, page, fields }) => browser.send(page, link, fields)),
      )
      const statuses = done.map(({ status }) => status).sort()
      assert.deepEqual(statuses, [200, ...Array.from({ length: 8 }, () => 410)])
      assert.equal((await newMail(first)).length, 1)
    }
  })

  test(`of links created at once, the account keeps one (${setting.where})`, async (t) => {
    const services = await startInstances(t, setting)
    const [first] = services
    assert.ok(first)
    const account = await first.account()
    const links = await Promise.all(
      Array.from({ length: 8 }, (_, n) => linkTo(services[n % services.length] ?? first, account)),
    )
    const statuses = []
    for (const link of links) statuses.push(await statusOf(first, link))
    assert.deepEqual(statuses.sort(), [200, ...Array.from({ length: 7 }, () => 410)])
  })
}
