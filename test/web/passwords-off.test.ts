// NORN_PASSWORD_SIGN_IN=off: a password is right nowhere but for administrators on /sign-in?local, and pages lead elsewhere.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { whyNot } from '../../src/domain/operation/why.ts'
import { createAppPassword } from '../../src/domain/tokens/app-passwords.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import type { Role } from '../../src/model/accounts/role.ts'
import { type Answer, onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { adminClient } from '../wire/admin/api.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'
import { choose, chosen, linkTo } from './links.ts'
import { newMail } from './mailbox.ts'
import { back, begin, comeBack, form, proved, providerOf, startPath } from './provider.ts'

const off = { NORN_PASSWORD_SIGN_IN: 'off' }
const local = '/sign-in?local'

async function withRole(service: RunningService, role?: Role): Promise<TestAccount> {
  const account = await service.account()
  if (role) await grantRole(service.context, operator, await service.stored(account), role)
  return account
}

/** The setting as it was before the service was restarted with it. */
const set = ({ context }: RunningService, passwordSignIn: 'on' | 'off') =>
  Object.assign(context.config, { passwordSignIn })

/** Signs in on the page for administrators. */
const signInLocally = async (
  browser: Browser,
  { username, password }: { username: string; password: string },
  path = local,
): Promise<PageView> => browser.send(await browser.get(path), '/sign-in', { login: username, password })

const link = async ({ context: { db } }: RunningService, { id }: TestAccount, subject: string) => {
  const row = { provider: 'school', subject, account_id: id, name: null, email: null }
  await db.query
    .insertInto('linked_identity')
    .values({ ...row, linked_at: 1, last_sign_in_at: null })
    .execute()
}

/** Returns the address to which a page leads by itself. */
const leadsTo = ({ headers }: PageView | Answer): string | undefined =>
  /^0; url=(.+)$/.exec(headers.get('refresh') ?? '')?.[1]

const hasForm = ({ text }: PageView): boolean => /type="password"/.test(text)

/** Returns the parts of an answer that could tell one refusal from another. */
const seen = ({ status, text, headers }: Answer) => [status, text, headers.get('retry-after')]

onEveryDatabase('without passwords', (start) => {
  test('a right password is refused, hashed and counted like that of nobody; the setting alone makes the difference', async () => {
    const service = await start({ ...off, NORN_GUESS_ADDRESS_ACCOUNT: '3' })
    const { passwords, db } = service.context
    const hashes = () => passwords.waits.counts.reduce((sum, count) => sum + count, 0)
    for (const role of [undefined, 'moderator', 'admin'] as const) {
      const account = await withRole(service, role)
      const { password } = account
      const ways: [string, (username: string) => Promise<Answer>][] = ['authenticate', 'signout'].map(
        (path) => [
          path,
          (username) => service.post(`/auth/${path}`, { username, password, clientToken: 'x' }),
        ],
      )
      for (const [path, way] of ways) {
        await db.query.deleteFrom('guess').execute()
        set(service, 'on')
        assert.ok((await way(account.username)).status < 300, `${role} ${path}: the password is right`)
        set(service, 'off')
        const tried = async (username: string) => {
          const before = hashes()
          const answers = []
          for (let guess = 0; guess < 4; guess++) answers.push(seen(await way(username)))
          const statuses = answers.map(([status]) => status)
          assert.deepEqual(statuses, [401, 401, 401, 429])
          return { answers, hashes: hashes() - before }
        }
        assert.deepEqual(await tried(account.username), await tried(`nobody_${role ?? 'player'}`), path)
      }
    }
  })

  test('app passwords still sign launchers in, and sign launchers out', async () => {
    const service = await start(off)
    const account = await service.account()
    const { username } = account
    const by = accountActor(await service.stored(account), '192.0.2.1')
    const password = await createAppPassword(service.context, by, account, 'HMCL')
    for (const path of ['authenticate', 'signout']) {
      const { status } = await service.post(`/auth/${path}`, { username, password, clientToken: 'x' })
      assert.equal(status < 300, true, path)
    }
  })

  test('an administrator comes in at /sign-in?local, and nobody else by a password', async (t) => {
    const service = await start({ ...off, NORN_BASE_URL: 'https://accounts.example.org' })
    await providerOf(t, service)
    const page = await browserOf(service).get(`${local}&next=/account/skin`)
    assert.deepEqual([hasForm(page), leadsTo(page)], [true, undefined])
    assert.match(page.text, /data-passkey="sign-in"/)
    assert.match(page.text, /Continue with The School/)
    assert.doesNotMatch(page.text, /\/recover/)
    for (const role of [undefined, 'moderator'] as const) {
      const refused = await signInLocally(browserOf(service), await withRole(service, role))
      assert.deepEqual([refused.status, hasForm(refused)], [422, true])
      assert.equal(
        refused.alert,
        (await signInLocally(browserOf(service), { username: 'nobody', password: 'x' })).alert,
      )
    }
    const admin = await withRole(service, 'admin')
    assert.equal((await signInLocally(browserOf(service), { ...admin, password: 'wrong' })).status, 422)
    const browser = browserOf(service)
    assert.equal((await signInLocally(browser, admin, `${local}&next=/account/skin`)).path, '/account/skin')
    // Not from the page without the form, which anybody can send.
    const elsewhere = browserOf(service)
    const { text } = await elsewhere.get('/recover')
    const [, csrf = ''] = /name="csrf" value="([^"]*)"/.exec(text) ?? []
    const sent = await elsewhere.post('/sign-in', { csrf, login: admin.username, password: admin.password })
    assert.equal(sent.status, 422)
    // Somebody who has to prove again who they are gets the same form, since they are an administrator.
    const again = await browser.get('/sign-in?again=1&next=/account/skin')
    assert.equal(hasForm(again), true)
    const { username: login, password } = admin
    assert.equal((await browser.send(again, '/sign-in', { login, password })).path, '/account/skin')
  })

  test('forms of somebody who is signed in take no password either', async (t) => {
    const service = await start(off)
    const admin = await withRole(service, 'admin')
    await providerOf(t, service)
    const browser = browserOf(service)
    await signInLocally(browser, admin)
    const deletion = await browser.get('/account/delete')
    const sent = await browser.send(deletion, '/account/delete', { current: admin.password })
    assert.equal(sent.status, 422)
    assert.equal((await service.stored(admin)).deletesAt, undefined)
    // None is the current one, so the form asks for another proof, and there is none.
    const password = await browser.get('/account/password')
    assert.match(password.text, /works only there/)
    assert.doesNotMatch(password.text, /name="current"/)
    const current = { password: chosen, current: admin.password }
    assert.equal((await browser.send(password, '/account/password', current)).status, 422)
    assert.equal((await signInLocally(browserOf(service), admin)).path, '/account')
  })

  test('a player’s pages ask for no password, and none can be set', async (t) => {
    const service = await start(off)
    const mock = await providerOf(t, service)
    const account = await service.account()
    await link(service, account, 's')
    const browser = browserOf(service)
    const home = await comeBack(browser, mock, { sub: 's' })
    assert.doesNotMatch(home.text, /href="\/account\/password"/)
    const page = await browser.get('/account/password')
    assert.deepEqual([hasForm(page), /app password or a device code/.test(page.text)], [false, true])
    const [, csrf = ''] =
      /name="csrf" value="([^"]*)"/.exec((await browser.get('/account/language')).text) ?? []
    assert.equal((await browser.post('/account/password', { csrf, password: chosen })).status, 403)
    for (const path of ['/', '/launchers?for=hmcl']) {
      const { text } = await browserOf(service).get(path)
      assert.match(text, /app password, or with the code that it shows/)
      assert.doesNotMatch(text, /your password|a password, and/)
    }
  })

  test('/sign-in leads on to the only provider, unless something is to be told', async (t) => {
    const service = await start(off)
    const none = await browserOf(service).get('/sign-in')
    assert.deepEqual([hasForm(none), leadsTo(none)], [false, undefined])
    assert.match(none.text, /Nobody can sign in here right now/)
    const mock = await providerOf(t, service)
    const account = await service.account()
    await link(service, account, 's')
    const browser = browserOf(service)
    const first = await browser.get('/account/skin')
    assert.equal(leadsTo(first), `${startPath}?next=/account/skin`)
    assert.deepEqual(mock.paths, [], 'nobody is asked')
    // Somebody with a passkey alone, or an administrator, finds the page that leads nowhere.
    const [, away = ''] = /<a href="([^"]*)">Sign in another way</.exec(first.text) ?? []
    assert.equal(away, '/sign-in?local=1&amp;next=/account/skin')
    const elsewhere = await browser.get(away.replace('&amp;', '&'))
    assert.deepEqual([leadsTo(elsewhere), hasForm(elsewhere)], [undefined, true])
    const plain = await browserOf(service).get('/sign-in')
    assert.match(plain.text, /<a href="\/sign-in\?local=1">Sign in another way</)
    const signedIn = await browser.get(proved(mock, await begin(browser, leadsTo(first)), { sub: 's' }))
    assert.equal(signedIn.path, '/account/skin')
    // Somebody who has just signed out is not signed in again.
    const out = await browser.send(signedIn, '/sign-out')
    assert.deepEqual([out.path, out.flash, leadsTo(out)], ['/sign-in', 'You are signed out.', undefined])
    assert.match(out.text, /Continue with The School/)
    // A failure is told, with the link.
    const asked = await begin(browser)
    const declined = await browser.get(back(mock, asked, { error: 'access_denied' }))
    assert.deepEqual([declined.status, leadsTo(declined)], [422, undefined])
    assert.match(declined.text, /Continue with The School/)
    const twice = await browser.get(back(mock, asked, { code: 'c' }))
    assert.deepEqual([twice.status, leadsTo(twice)], [422, undefined])
    // Somebody whose form expired, or who has to prove again who they are.
    assert.equal(leadsTo(await browserOf(service).get('/sign-in/code')), undefined)
    const other = browserOf(service)
    await comeBack(other, mock, { sub: 's' })
    assert.equal(leadsTo(await other.get('/sign-in?again=1')), undefined)
    // A form that came from a session that has ended leads on, but not by a redirect.
    const lost = await other.get('/account/language')
    other.cookies.delete('norn-session')
    const { status, headers } = await other.post('/account/language', { language: 'de', csrf: 'x' })
    assert.deepEqual([status, headers.get('location')?.startsWith('/sign-in?next=')], [303, true], lost.path)
    for (const path of [local, '/sign-in?local=1&next=/account']) {
      assert.equal(leadsTo(await browserOf(service).get(path)), undefined)
    }
    await providerOf(t, service, { name: 'club', title: 'The Club' })
    const two = await browserOf(service).get('/sign-in')
    assert.deepEqual([leadsTo(two), hasForm(two)], [undefined, false])
    assert.match(two.text, /The Club[^]*The School/)
    set(service, 'on')
    assert.equal(leadsTo(await browserOf(service).get('/sign-in')), undefined)
  })

  test('nobody registers or recovers with a password; a registration that waits since then has ended', async (t) => {
    const service = await start(off)
    const closed = await browserOf(service).get('/register')
    assert.equal(closed.heading, 'Registration is closed')
    const mock = await providerOf(t, service)
    const page = await browserOf(service).get('/register?invite=abc&next=/account/skin')
    assert.deepEqual([page.status, page.heading, hasForm(page)], [200, 'Create account', false])
    assert.match(page.text, /href="\/sign-in\/with\/school\?invite=abc&amp;next=\/account\/skin"/)
    const browser = browserOf(service)
    set(service, 'on')
    const open = await browser.get('/register')
    const fields = { username: 'Steve', email: 'steve@example.org', password: chosen }
    const waiting = await browser.send(open, '/register', fields)
    assert.equal(waiting.path, '/register/sent')
    const [mail] = await newMail(service)
    set(service, 'off')
    assert.equal((await browser.send(open, '/register', fields)).status, 403)
    for (const each of [browser, browserOf(service)]) {
      assert.equal((await each.get(mail?.link ?? '')).status, 410)
    }
    assert.deepEqual(await service.context.db.query.selectFrom('account').selectAll().execute(), [])
    for (const path of ['/recover', '/recover/sent', '/recover/x']) {
      assert.equal((await service.get(path)).status, 404, path)
    }
    const newcomer = await comeBack(browser, mock, {
      sub: 's',
      email: 'alex@example.org',
      email_verified: true,
    })
    const made = await browser.send(newcomer, form, { username: 'Alex', email: 'alex@example.org' })
    assert.equal(made.flash, 'Your account is ready.')
    // The owner is told what to do, but not to choose another password.
    const id = (await service.context.db.query.selectFrom('account').select('id').executeTakeFirstOrThrow())
      .id
    await createAppPassword(service.context, accountActor({ id, username: 'Alex' }, '192.0.2.1'), { id }, 'x')
    const [notice] = await newMail(service)
    assert.match(notice?.text ?? '', /ask the operators/)
    assert.doesNotMatch(notice?.text ?? '', /\/recover/)
  })

  test('one-time links for a password are for administrators, and those of players have ended', async () => {
    const service = await start(off)
    const [player, admin] = [await service.account(), await withRole(service, 'admin')]
    const refused = { reason: 'link_password_off' }
    for (const purpose of ['setup', 'password', 'second-factor'] as const) {
      await assert.rejects(linkTo(service, player, purpose), refused)
    }
    await assert.rejects(linkTo(service, admin, 'second-factor'), refused)
    const api = await adminClient(service)
    const { status, json } = await api.send('POST', `/accounts/${player.id}/links`, { for: 'password' })
    assert.deepEqual([status, json.error ?? json.code], [422, 'link_password_off'])
    set(service, 'on')
    const before = await linkTo(service, player)
    set(service, 'off')
    assert.equal((await choose(service, before)).status, 410)
    const browser = browserOf(service)
    const done = await choose(service, await linkTo(service, admin), chosen, browser)
    assert.deepEqual([done.path, hasForm(done)], ['/sign-in?local=1', true])
    assert.equal((await signInLocally(browser, { ...admin, password: chosen })).path, '/account')
    const shown = await browser.get(`/admin/accounts/${player.id}`)
    assert.match(shown.text, /Nobody signs in with a password here, so there is no link for one\./)
    const own = await browser.get(`/admin/accounts/${admin.id}`)
    assert.match(own.text, /value="password"/)
    assert.doesNotMatch(own.text, /value="second-factor"/)
  })

  test('a password is a way in where it counts', async (t) => {
    const service = await start(off)
    const mock = await providerOf(t, service)
    const unlink = async (account: TestAccount, subject: string) => {
      await link(service, account, subject)
      const browser = browserOf(service)
      await comeBack(browser, mock, { sub: subject })
      return browser.send(await browser.get('/account/linked'), '/account/linked/unlink', {
        provider: 'school',
      })
    }
    const player = await service.account()
    assert.equal((await unlink(player, 'p')).status, 422)
    const api = await adminClient(service)
    assert.equal((await api.send('DELETE', '/providers/school')).status, 409)
    assert.equal(
      (await unlink(await withRole(service, 'admin'), 'a')).flash,
      'The account is no longer linked.',
    )
    await link(service, await withRole(service, 'admin'), 'b')
    await service.context.db.query.deleteFrom('linked_identity').where('account_id', '=', player.id).execute()
    assert.equal((await api.send('DELETE', '/providers/school')).status, 204)
  })

  test('norn why says that passwords are off', async () => {
    const service = await start(off)
    const { username, password } = await service.account()
    const asked = { username, password, clientToken: 'x' }
    await service.post('/auth/authenticate', asked)
    await service.context.attempts.flush()
    const { advice, attempts } = await whyNot(service.context, username)
    assert.match(advice, /NORN_PASSWORD_SIGN_IN=off.*\/account\/app-passwords/)
    assert.equal(attempts[0]?.reason, 'credentials_invalid')
    set(service, 'on')
    assert.doesNotMatch((await whyNot(service.context, username)).advice, /NORN_PASSWORD_SIGN_IN/)
  })
})
