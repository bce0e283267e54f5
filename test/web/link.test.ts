// One-time links by administrators: created by command, API and page, and used on their own page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { isoTime } from '../../src/lib/text/instant.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { totpCode } from '../totp.ts'
import { adminClient } from '../wire/admin/api.ts'
import { browserOf, type PageView } from './browser.ts'
import { choose, chosen, linkTo, replaceFactor } from './links.ts'
import { newMail } from './mailbox.ts'

const hour = 3_600_000
const minute = 60_000

const eventsOf = async ({ context }: RunningService, account: { id: string }) =>
  (await listAudit(context, { account: account.id, limit: 100 }))
    .filter(({ event }) => /^(link|account\.password|second_factor)/.test(event))
    .map(({ event, actor, details }) => [event, actor.kind, details])

const loginOf = ({ text }: PageView) => /id="login" name="login" [^>]*value="([^"]*)"/.exec(text)?.[1]

onEveryDatabase('one-time links', (start, shared) => {
  test('setup and password: a password is chosen, once, and everything else ends', async () => {
    const service = await shared()
    for (const [purpose, lead] of [
      ['setup', 'Choose the password that you will sign in with.'],
      ['password', 'You will be signed out everywhere.'],
    ] as const) {
      const account = await service.account()
      const accessToken = await service.signIn(account)
      const inside = browserOf(service)
      await inside.signIn(account)
      await newMail(service)
      const link = await linkTo(service, account, purpose)
      assert.match(link, /^\/link\/[\w-]{22}$/)
      for (let looks = 0; looks < 2; looks++) {
        const page = await browserOf(service).get(link)
        assert.deepEqual([page.status, page.heading], [200, 'Choose a password'])
        assert.ok(page.text.includes(lead) && page.text.includes(account.username))
        assert.match(page.text, /<label for="password">New password<\/label>/)
        assert.match(page.text, /<button class="main">Save<\/button>/)
        assert.match(page.headers.get('cache-control') ?? '', /no-store/)
      }
      for (const bad of ['short77', 'Football1', account.username]) {
        const page = await choose(service, link, bad)
        assert.deepEqual(
          [page.status, page.alert],
          [422, 'Nothing was changed yet. Choose another password.'],
        )
        assert.match(page.text, /id="password"[^>]*aria-invalid="true"/)
      }
      assert.equal((await service.post('/auth/validate', { accessToken })).status, 200)
      assert.deepEqual(await newMail(service), [])

      const done = await choose(service, link)
      assert.deepEqual(
        [done.path, done.flash, loginOf(done)],
        ['/sign-in', 'Your password was saved. Sign in with it.', account.username],
      )
      assert.equal((await service.post('/auth/validate', { accessToken })).status, 401)
      assert.equal((await inside.get('/account')).heading, 'Sign in')
      assert.equal((await browserOf(service).signIn(account)).status, 422)
      assert.equal((await browserOf(service).signIn({ ...account, password: chosen })).path, '/account')
      const [mail, ...others] = (await newMail(service)).filter(({ kind }) => kind === 'notice')
      assert.deepEqual([mail?.to, others], [account.email, []])
      assert.match(mail?.text.replaceAll(/\s+/g, ' ') ?? '', /with a link that an administrator created/)
      const again = await choose(service, link)
      assert.deepEqual([again.status, again.heading], [410, 'This link no longer works'])
      assert.match(again.alert ?? '', /^This link has already been used or has expired/)
      assert.deepEqual((await eventsOf(service, account)).sort(), [
        ['account.password_changed', 'account', {}],
        ['link.created', 'cli', { for: purpose, until: isoTime(service.now() + 24 * hour) }],
        ['link.used', 'account', { for: purpose }],
      ])
      const logged = service.log.join()
      assert.ok(!logged.includes(link.slice(-22)) && !logged.includes(chosen))
      assert.ok(logged.includes('"route":"/link/:token"'))
    }
  })

  test('second-factor: replaces app and codes after the current password is entered', async () => {
    const service = await start()
    const account = await service.account()
    const { secret: before } = await enableSecondFactor(
      service.context,
      operator,
      await service.stored(account),
    )
    const accessToken = await service.signIn({
      ...account,
      password: `${account.password}:${totpCode(before, service.now())}`,
    })
    service.advance(minute)
    await newMail(service)
    const link = await linkTo(service, account, 'second-factor')
    const browser = browserOf(service)
    const page = await browser.get(link)
    assert.deepEqual([page.status, page.heading], [200, 'Set up a new second factor'])
    for (const label of ['Secret key', 'Code', 'Current password']) {
      assert.match(page.text, new RegExp(`<label for="\\w+">${label}</label>`))
    }
    const wrongPassword = await replaceFactor(service, link, 'wrong', browser)
    assert.deepEqual(
      [wrongPassword.status, wrongPassword.alert],
      [422, 'That is not your password. Nothing was changed.'],
    )
    assert.match(wrongPassword.text, /id="current"[^>]*aria-invalid="true"/)
    const wrongCode = await browser.send(page, link, {
      secret: wrongPassword.secret,
      code: '000000',
      current: account.password,
    })
    assert.equal(wrongCode.status, 422)
    assert.match(wrongCode.alert ?? '', /^That is not the code that the app shows now/)
    assert.ok(wrongCode.text.includes(wrongPassword.secret), 'the secret in the app is still valid')
    // A password is not enough if the link is for the second factor.
    assert.equal((await browser.send(page, link, { password: chosen })).status, 422)
    assert.equal((await service.post('/auth/validate', { accessToken })).status, 200)

    const done = await replaceFactor(service, link, account.password, browser)
    assert.equal(done.path, '/sign-in?next=/account/security/codes')
    assert.equal(
      done.flash,
      'Your new second factor is on. Sign in, and you will see your new recovery codes.',
    )
    assert.equal(loginOf(done), account.username)
    assert.equal((await service.post('/auth/validate', { accessToken })).status, 401)
    const [mail, ...others] = (await newMail(service)).filter(({ kind }) => kind === 'notice')
    assert.deepEqual([mail?.subject, others], ['Your second factor at Norn was replaced', []])
    assert.match(mail?.link ?? '', /^\/security\/undo\//)
    assert.equal((await browserOf(service).get(link)).status, 410)
    const { username: login, password } = account
    const next = '/account/security/codes'
    const asked = await browser.send(done, '/sign-in', { login, password, next })
    assert.equal(asked.heading, 'Two-factor code')
    service.advance(minute)
    const old = await browser.send(asked, '/sign-in/code', { code: totpCode(before, service.now()) })
    assert.equal(old.status, 422)
    const inside = await browser.send(old, '/sign-in/code', { code: totpCode(done.secret, service.now()) })
    assert.deepEqual([inside.path, inside.heading], [next, 'Recovery codes'])
    assert.equal(inside.text.match(/<li><code>/g)?.length, 10)
    assert.deepEqual((await eventsOf(service, account)).map(([event]) => event).sort(), [
      'link.created',
      'link.used',
      'second_factor.enabled',
      'second_factor.enabled',
    ])
  })

  test('an account without a second factor gets its first one', async () => {
    const service = await shared()
    const account = await service.account()
    const done = await replaceFactor(
      service,
      await linkTo(service, account, 'second-factor'),
      account.password,
    )
    assert.equal(done.path, '/sign-in?next=/account/security/codes')
    assert.equal((await browserOf(service).signIn(account)).heading, 'Two-factor code')
  })

  test('a browser in which somebody else is signed in still has to sign in', async () => {
    const service = await shared()
    const [account, other] = [await service.account(), await service.account()]
    const browser = browserOf(service)
    await browser.signIn(other)
    const done = await choose(service, await linkTo(service, account), chosen, browser)
    assert.deepEqual([done.heading, loginOf(done)], ['Sign in', account.username])
  })

  test('API: the same, once for each Idempotency-Key, and not with a read-only token', async () => {
    const service = await shared()
    const { context } = service
    const account = await service.account()
    const { send } = await adminClient(service)
    const path = `/accounts/${account.id}/links`
    const key = { 'idempotency-key': 'once' }
    const made = await send('POST', path, { for: 'password' }, key)
    assert.equal(made.status, 201)
    const { url, expiresAt, ...rest } = made.json
    assert.deepEqual(rest, {})
    assert.equal(Date.parse(expiresAt), service.now() + 24 * hour)
    const repeated = await send('POST', path, { for: 'password' }, key)
    assert.deepEqual([repeated.status, repeated.text], [201, made.text])
    assert.equal(new URL(url).origin, new URL(context.baseUrl()).origin)
    assert.equal((await choose(service, new URL(url).pathname)).path, '/sign-in')
    const short = await send('POST', path, { for: 'setup', expiresAt: '1h' })
    assert.equal(Date.parse(short.json.expiresAt), service.now() + hour)
    for (const [body, status, field] of [
      [{ for: 'setup', expiresAt: '31d' }, 422, 'expiresAt'],
      [{ for: 'setup', expiresAt: '2001-01-01' }, 422, 'expiresAt'],
      [{ for: 'setup', expiresAt: null }, 422, 'expiresAt'],
      [{ for: 'admin' }, 422, 'for'],
      [{}, 422, 'for'],
    ] as const) {
      const answer = await send('POST', path, body)
      assert.deepEqual([answer.status, answer.json.field], [status, field], answer.text)
    }
    assert.equal((await send('POST', `/accounts/${'0'.repeat(32)}/links`, { for: 'setup' })).status, 404)
    const reader = await adminClient(service, { isReadOnly: true })
    assert.equal((await reader.send('POST', path, { for: 'setup' })).status, 403)
    // The refused request has not ended the previous link.
    assert.equal((await browserOf(service).get(new URL(short.json.url).pathname)).status, 200)
  })

  test('page: an administrator re-authenticates, and sees the link and its QR code once', async () => {
    const service = await start()
    const boss = await service.account({ username: 'Boss' })
    await grantRole(service.context, operator, await service.stored(boss), 'admin')
    const browser = browserOf(service)
    await browser.signIn(boss)
    service.advance(15 * minute)
    const player = await service.account()
    const path = `/admin/accounts/${player.id}`
    const page = await browser.get(path)
    const ids = [...page.text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.deepEqual(ids, [...new Set(ids)], 'an id occurs twice')
    const fields = { for: 'second-factor', lasts: '1h' }
    const unproved = await browser.send(page, `${path}/link`, { ...fields, current: 'no' })
    assert.deepEqual(
      [unproved.status, unproved.alert],
      [422, 'That is not your password. Nothing was changed.'],
    )
    assert.match(unproved.text, /<input id="link-current" name="current"[^>]*aria-invalid="true"/)
    assert.doesNotMatch(unproved.text, /<input id="current" name="current"[^>]*aria-invalid/)
    assert.match(unproved.text, /<option value="second-factor" selected>/)
    const current = boss.password
    for (const wrong of [{ for: 'x' }, { lasts: '31d' }, { lasts: '' }, { lasts: 'x' }]) {
      const refused = await browser.send(page, `${path}/link`, { ...fields, ...wrong, current })
      assert.deepEqual(
        [refused.status, refused.alert],
        [422, 'Nothing was created: choose what the link is for, and how long it works.'],
        JSON.stringify(wrong),
      )
    }
    const made = await browser.send(page, `${path}/link`, { ...fields, current })
    assert.deepEqual([made.path, made.flash], [path, 'The link was created.'])
    const [, url = ''] = /<code>(http[^<]*\/link\/[\w-]{22})<\/code>/.exec(made.text) ?? []
    assert.match(made.text, /<svg class="qr-code" role="img" aria-label="QR code of the link"/)
    assert.match(
      made.text.replaceAll(/<\/?time[^>]*>/g, ''),
      /It works once, until November 21, 2026 at 1:15 PM UTC\./,
    )
    assert.ok(!(await browser.get(path)).text.includes('/link/'.concat(url.slice(-22))))
    const [entry] = await listAudit(service.context, { event: 'link.created', limit: 1 })
    assert.deepEqual([entry?.account, entry?.actor.name], [player.id, 'Boss'])
    assert.equal((await browserOf(service).get(new URL(url).pathname)).heading, 'Set up a new second factor')

    await suspendAccount(service.context, operator, await service.stored(player), {})
    const closed = await browser.get(path)
    assert.ok(!closed.text.includes(`action="${path}/link"`))
    const late = await browser.send(page, `${path}/link`, { ...fields, current })
    assert.deepEqual(
      [late.status, late.alert],
      [422, 'You can’t create a link for a suspended player. End the suspension first.'],
    )
  })
})
