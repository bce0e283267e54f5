// Signing in and registering through a provider.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeSettings } from '../../src/domain/operation/settings.ts'
import { whyNot } from '../../src/domain/operation/why.ts'
import { createInvite } from '../../src/domain/registration/invites.ts'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { hourMs, minuteMs } from '../../src/lib/measure/units.ts'
import { unusableHash } from '../../src/passwords/passwords.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { totpCode } from '../totp.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'
import { signInAgain } from './confirming.ts'
import { newMail } from './mailbox.ts'
import { back, begin, comeBack, form, type Person, proved, providerOf, startPath } from './provider.ts'

const steve: Person = {
  sub: 'st-1',
  preferred_username: 'Steve.B',
  email: 'steve@example.org',
  email_verified: true,
}

const refused = (page: PageView, status: number, alert: RegExp) => {
  assert.deepEqual([page.status, page.heading], [status, 'Sign in'])
  assert.match(page.alert ?? '', alert)
}

const rowsOf = async (service: RunningService, table: 'account' | 'linked_identity' | 'registration') =>
  (await service.context.db.query.selectFrom(table).selectAll().execute()).length

/** Sends the form with what it was filled in with, except these fields. */
const create = async (browser: Browser, page: PageView, fields: Record<string, string> = {}) => {
  const [, email = ''] = /name="email"[^>]* value="([^"]*)"/.exec(page.text) ?? []
  return browser.send(page, form, { username: 'Steve', email, ...fields })
}

onEveryDatabase('signing in through a provider', (start) => {
  test('the links are in the order of names, ask nobody, and lead on at once', async (t) => {
    const service = await start()
    const none = await browserOf(service).get('/sign-in')
    assert.doesNotMatch(none.text, /sign-in\/with/)
    const mock = await providerOf(t, service)
    await providerOf(t, service, { name: 'discord', preset: 'discord', title: 'Discord <3' })
    for (const path of ['/sign-in?next=/account/skin', '/register?next=/account/skin']) {
      const { text } = await browserOf(service).get(path)
      const links = [...text.matchAll(/href="(\/sign-in\/with[^"]*)">.*?<\/svg><span>([^<]*)<\/span><\/a>/g)]
      assert.deepEqual(
        links.map(([, href, words]) => [href, words]),
        [
          ['/sign-in/with/discord?next=/account/skin', 'Continue with Discord &lt;3'],
          ['/sign-in/with/school?next=/account/skin', 'Continue with The School'],
        ],
      )
    }
    const answer = await service.request(startPath)
    assert.equal(answer.status, 303)
    const asked = new URL(answer.headers.get('location') ?? '')
    const {
      state = '',
      nonce = '',
      code_challenge: challenge,
      ...rest
    } = Object.fromEntries(asked.searchParams)
    assert.match(`${state} ${nonce} ${challenge}`, /^[\w-]{43} [\w-]{43} [\w-]{43}$/)
    assert.deepEqual(rest, {
      response_type: 'code',
      client_id: 'norn',
      redirect_uri: `${service.baseUrl}${startPath}/callback`,
      scope: 'openid profile email',
      code_challenge_method: 'S256',
    })
    const cookie = answer.headers.getSetCookie().find((set) => set.startsWith('norn-provider=')) ?? ''
    assert.match(cookie, /; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
    assert.ok(!cookie.includes(state) && !cookie.includes(nonce))
    assert.deepEqual(mock.paths, [])
    refused(await browserOf(service).get('/sign-in/with/nobody'), 404, /no longer possible/)
  })

  test('a newcomer chooses a name; from then on the provider is enough', async (t) => {
    const service = await start()
    await changeSettings(service.context, operator, { rules: 'Be kind.' })
    const mock = await providerOf(t, service)
    const browser = browserOf(service)
    const page = await comeBack(browser, mock, steve, `${startPath}?next=/account/skin`)
    assert.deepEqual([page.status, page.heading], [200, 'Choose a username'])
    const [, rules = ''] = /name="rules" value="([0-9a-f]{16})"/.exec(page.text) ?? []
    const refusedForm = await create(browser, page)
    assert.equal(refusedForm.status, 422)
    assert.ok(refusedForm.text.includes('Read the rules and tick the box.'))
    assert.match(page.text, /name="username"[^>]* value="Steve_B"/)
    assert.match(page.text, /name="email"[^>]* value="steve@example\.org"/)
    assert.match(page.text, /create an app password|device code/)
    assert.deepEqual([await rowsOf(service, 'account'), await rowsOf(service, 'linked_identity')], [0, 0])
    const made = await create(browser, page, { rules })
    assert.deepEqual([made.path, made.flash], ['/account/skin', 'Your account is ready.'])
    const account = await service.context.db.query.selectFrom('account').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual(
      [
        account.rules_version,
        account.username,
        account.email,
        account.email_confirmed,
        account.password_hash,
      ],
      [rules, 'Steve', 'steve@example.org', 'steve@example.org', unusableHash],
    )
    assert.deepEqual(await newMail(service), [])
    for (const password of ['', '!', 'steve@example.org']) {
      const denied = await service.post('/auth/authenticate', { username: 'Steve', password })
      assert.equal(denied.status >= 400, true)
    }
    const again = browserOf(service)
    const back = await comeBack(
      again,
      mock,
      { ...steve, preferred_username: 'Renamed' },
      `${startPath}?next=/account/skin`,
    )
    assert.deepEqual([back.status, back.path], [200, '/account/skin'])
    const [row] = await service.context.db.query.selectFrom('linked_identity').selectAll().execute()
    assert.deepEqual([row?.subject, row?.name, row?.last_sign_in_at], ['st-1', 'Renamed', service.now()])
    const events = await service.context.db.query.selectFrom('audit_entry').selectAll().execute()
    const linked = events.find(({ event }) => event === 'account.linked')
    assert.deepEqual(JSON.parse(linked?.details ?? '{}'), { provider: 'school', name: 'Steve.B' })
    assert.ok(!service.log.join('').includes('the secret of the client'))
  })

  test('somebody who wants to give another address goes back to the provider, not to a form with a password', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service)
    const browser = browserOf(service)
    const other = /<a href="([^"]*)">Use another address/
    const waiting = await create(browser, await comeBack(browser, mock, { ...steve, email_verified: false }))
    assert.deepEqual([waiting.path, other.exec(waiting.text)?.[1]], ['/register/sent', startPath])
    const again = await comeBack(browser, mock, steve)
    assert.deepEqual([again.status, again.heading], [200, 'Choose a username'])
    const typist = browserOf(service)
    const fields = { username: 'Alex', email: 'alex@example.org', password: 'a sentence to remember' }
    const sent = await typist.send(await typist.get('/register'), '/register', fields)
    assert.equal(other.exec(sent.text)?.[1], '/register')
  })

  test('the account’s own second factor, suspension and deletion are as with a password', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service)
    const first = browserOf(service)
    await create(first, await comeBack(first, mock, steve))
    const { id } = await service.context.db.query.selectFrom('account').selectAll().executeTakeFirstOrThrow()
    const account = await service.stored({ id })
    const { secret } = await enableSecondFactor(service.context, operator, account)
    const browser = browserOf(service)
    const asked = await comeBack(browser, mock, steve, `${startPath}?next=/account/skin`)
    assert.equal(asked.heading, 'Two-factor code')
    assert.equal((await browser.get('/account')).heading, 'Sign in')
    const right = await browser.send(asked, '/sign-in/code', { code: totpCode(secret, service.now()) })
    assert.equal(right.path, '/account/skin')
    const off = { totp_secret: null, deletes_at: service.now() + hourMs }
    await service.context.db.query.updateTable('account').set(off).execute()
    const leaving = await comeBack(browserOf(service), mock, steve)
    assert.equal(leaving.path, '/account/delete')
    const suspended = { deletes_at: null, suspended_at: service.now(), suspension_reason: 'griefing' }
    await service.context.db.query.updateTable('account').set(suspended).execute()
    refused(await comeBack(browserOf(service), mock, steve), 403, /suspended.*griefing/)
  })

  test('an answer is for one browser, one provider and ten minutes, and leads nowhere else', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service)
    await providerOf(t, service, { name: 'club', title: 'The Club' })
    const owner = browserOf(service)
    await create(owner, await comeBack(owner, mock, steve))
    const browser = browserOf(service)
    const path = proved(mock, await begin(browser), steve)
    const other = browserOf(service)
    await begin(other)
    const expired = /has expired or was begun in another browser/
    for (const page of [
      await browserOf(service).get(path),
      await other.get(path),
      await browser.get(path.replace('/school/', '/club/')),
      await browser.get(`${startPath}/callback`),
      await browser.get(`${startPath}/callback?state=${'a'.repeat(43)}&code=1`),
      await browser.get('/sign-in/with/a%00b/callback?state=1'),
    ]) {
      refused(page, 422, expired)
      assert.ok(page.text.includes('href="/sign-in/with/school"'))
    }
    service.advance(10 * minuteMs - 1)
    assert.equal((await browser.get(path)).path, '/account')
    const late = proved(mock, await begin(browserOf(service)), steve)
    refused(await browser.get(late), 422, expired)
    const slow = browserOf(service)
    const tooLate = proved(mock, await begin(slow), steve)
    service.advance(10 * minuteMs)
    refused(await slow.get(tooLate), 422, expired)
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/%2f..//evil.example',
    ]) {
      const page = await comeBack(
        browserOf(service),
        mock,
        steve,
        `${startPath}?next=${encodeURIComponent(next)}`,
      )
      assert.equal(page.sentTo, undefined)
    }
    const long = `/account?${'x'.repeat(4000)}`
    const answer = await service.request(`${startPath}?next=${encodeURIComponent(long)}`)
    for (const set of answer.headers.getSetCookie()) assert.ok(set.length < 4096, `${set.length}`)
  })

  test('two callbacks with one state end with one sign-in', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service)
    const owner = browserOf(service)
    await create(owner, await comeBack(owner, mock, steve))
    const browser = browserOf(service)
    const path = proved(mock, await begin(browser), steve)
    const twin = browserOf(service)
    for (const [name, value] of browser.cookies) twin.cookies.set(name, value)
    const before = mock.asked.length
    const pages = await Promise.all([browser.get(path), twin.get(path)])
    assert.deepEqual(pages.map(({ path: at }) => at).toSorted(), ['/account', path].toSorted())
    refused(pages.find(({ status }) => status === 422) as PageView, 422, /expired/)
    assert.equal(mock.asked.length - before, 1)
  })

  test('an answer that proves nobody says what to do, stores nothing, and counts as a wrong password', async (t) => {
    const service = await start({ NORN_GUESS_ADDRESS_ACCOUNT: '4', NORN_GUESS_ADDRESS: '4' })
    const mock = await providerOf(t, service)
    const browser = browserOf(service)
    const page = async (answer: Record<string, string>) =>
      browser.get(back(mock, await begin(browser), answer))
    refused(await page({ error: 'access_denied' }), 422, /You said no at The School/)
    refused(
      await page({ code: 'c', iss: 'https://other.example' }),
      422,
      /The School did not prove who you are/,
    )
    mock.claims = { sub: 'x', nonce: 'another' }
    refused(await page({ code: 'c' }), 422, /did not prove/)
    mock.answers = { '/token': (response) => response.writeHead(503).end() }
    for (let at = 0; at < 5; at++) {
      const unanswered = await page({ code: 'c' })
      refused(unanswered, 503, /The School did not answer/)
      assert.equal(unanswered.headers.get('retry-after'), '10')
    }
    mock.answers = {}
    refused(await page({ error: 'access_denied' }), 422, /You said no/)
    refused(await page({ error: 'access_denied' }), 429, /Too many failed attempts/)
    assert.equal(await rowsOf(service, 'account'), 0)
    const told = await browser.get('/sign-in')
    assert.deepEqual([told.status, told.alert], [200, undefined])
    assert.ok(service.log.some((line) => line.includes('"reason":"provider_declined"')))
  })

  test('registration is as NORN_REGISTRATION and the provider say', async (t) => {
    for (const [setting, ofProvider, heading] of [
      ['closed', 'as-setting', 'Sign in'],
      ['closed', 'open', 'Choose a username'],
      ['open', 'off', 'Sign in'],
      ['open', 'invite', 'Choose a username'],
      ['invite', 'as-setting', 'Choose a username'],
      ['invite', 'open', 'Choose a username'],
    ] as const) {
      const service = await start({ NORN_REGISTRATION: setting })
      const mock = await providerOf(t, service, { registration: ofProvider })
      const browser = browserOf(service)
      const page = await comeBack(browser, mock, steve)
      assert.equal(page.heading, heading, `${setting} ${ofProvider}`)
      if (heading === 'Sign in') {
        refused(page, 403, /You have no account here yet, and The School can’t create one/)
        assert.equal((await browser.get(form)).heading, 'Sign in')
        continue
      }
      const needsInvite = ofProvider === 'invite' || (setting === 'invite' && ofProvider === 'as-setting')
      assert.equal(page.text.includes('name="invite"'), needsInvite)
      if (!needsInvite) continue
      const refusedForm = await create(browser, page, { invite: 'nonsense' })
      assert.equal(refusedForm.status, 422)
      assert.equal(await rowsOf(service, 'account'), 0)
      const invite = await createInvite(service.context, operator, { uses: 1 })
      assert.equal((await create(browser, refusedForm, { invite: invite.code })).path, '/account/play')
      // The provider was turned off after somebody had come back.
      const other = browserOf(service)
      const open = await comeBack(other, mock, { ...steve, sub: 'st-2', email: 'b@example.org' })
      await service.context.db.query.updateTable('provider').set({ registration: 'off' }).execute()
      service.advance(1000)
      refused(await create(other, open, { username: 'Alex' }), 403, /can’t create one/)
      await service.context.attempts.flush()
      const { attempts, advice } = await whyNot(service.context, 'Alex')
      assert.equal(attempts[0]?.reason, 'provider_registration_off')
      assert.equal(
        advice,
        'Alex signed in at a provider through which nobody can register. Create an account, or change the provider’s registration.',
      )
      assert.equal(await rowsOf(service, 'account'), 1)
    }
  })

  test('an address counts as the provider’s word and its setting say, and links nobody by itself', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service)
    const known = await service.account({ email: 'known@example.org' })
    const browser = browserOf(service)
    const taken = await comeBack(browser, mock, { ...steve, email: 'known@example.org' })
    assert.match(taken.text, /Sign in to it first, then link The School/)
    const again = await create(browser, taken)
    assert.equal(again.status, 422)
    assert.match(again.text, /Sign in to it first, then link The School/)
    // Another address has to be confirmed, by the browser or the person that registered.
    await newMail(service)
    const waiting = await create(browser, again, { email: 'mine@example.org' })
    assert.deepEqual([waiting.path, waiting.heading], ['/register/sent', 'Check your mail'])
    const [mail] = await newMail(service)
    const link = mail?.link ?? ''
    const foreign = await browserOf(service).get(link)
    assert.match(foreign.text, /You registered in another browser, where you had signed in at The School/)
    assert.doesNotMatch(foreign.text, /<button class="main">Confirm/)
    assert.equal(await rowsOf(service, 'account'), 1)
    const done = await browser.send(await browser.get(link), link)
    assert.equal(done.heading, 'Sign in')
    const continued = await browser.send(done, '/sign-in/continue')
    assert.equal(continued.path, '/account/play')
    assert.equal(await rowsOf(service, 'linked_identity'), 1)
    assert.equal((await comeBack(browserOf(service), mock, steve)).path, '/account')

    // Not verified: an address that an account has is answered by mail alone.
    const stranger = browserOf(service)
    const unverified = { ...steve, sub: 'st-3', email: 'known@example.org', email_verified: false }
    const unsaid = await comeBack(stranger, mock, unverified)
    assert.doesNotMatch(unsaid.text, /Sign in to it first/)
    assert.equal((await create(stranger, unsaid, { username: 'Other' })).heading, 'Check your mail')
    const [told] = await newMail(service)
    assert.deepEqual([told?.to, told?.kind], [known.email, 'registered'])
    assert.equal(await rowsOf(service, 'linked_identity'), 1)

    // None: the account goes without.
    const without = browserOf(service)
    const blank = await comeBack(without, mock, { sub: 'st-4', preferred_username: 'x' })
    assert.match(blank.text, /gave us no address/)
    assert.match(blank.text, /name="username"[^>]* value=""/)
    assert.equal((await create(without, blank, { username: 'Nobody', email: '' })).path, '/account/play')
    // One that is there can't be left out.
    const cleared = browserOf(service)
    const filled = await comeBack(cleared, mock, { ...steve, sub: 'st-5', email: 'five@example.org' })
    assert.equal((await create(cleared, filled, { username: 'Five', email: '' })).status, 422)
    for (const [mode, isAtOnce] of [
      ['trust', true],
      ['confirm', false],
    ] as const) {
      await service.context.db.query.updateTable('provider').set({ email: mode }).execute()
      service.advance(1000)
      const each = browserOf(service)
      const person = { sub: mode, email: `${mode}@example.org`, email_verified: !isAtOnce }
      const page = await create(each, await comeBack(each, mock, person), { username: mode })
      assert.equal(page.path, isAtOnce ? '/account/play' : '/register/sent')
    }
  })

  test('an account without a password sets one after a new sign-in, or by mail', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service)
    const browser = browserOf(service)
    await create(browser, await comeBack(browser, mock, steve))
    for (const path of ['/account/email', '/account/delete']) {
      const page = await browser.get(path)
      assert.match(page.text, /Your account has no password\. Confirm in another way/)
      assert.doesNotMatch(page.text, /name="current"/)
      const typed = path === '/account/email' ? { email: 'new@example.org' } : {}
      for (const current of ['', '!']) {
        const denied = await browser.send(page, path, { ...typed, current })
        assert.equal(denied.status === 422 || denied.status === 429, true)
      }
    }
    const page = await browser.get('/account/password')
    assert.match(page.text, /launchers need an app password or a device code/)
    assert.doesNotMatch(page.text, /name="current"/)
    const password = 'a sentence to remember'
    assert.equal((await browser.send(page, '/account/password', { password })).status, 422)
    await newMail(service)
    const confirmed = await signInAgain(service, { browser, mock }, 'password', {
      ageSeconds: 1,
      person: steve,
    })
    const done = await browser.send(confirmed, '/account/password', { password })
    assert.equal(done.flash, 'Your password was changed. You are signed out everywhere else.')
    assert.match((await newMail(service))[0]?.subject ?? '', /Your password at Norn was changed/)
    await service.signIn({ username: 'Steve', password })
    // From now on it is asked for.
    const again = await browser.send(await browser.get('/account/password'), '/account/password', {
      password,
    })
    assert.equal(again.status, 422)
    assert.match((await browser.get('/account/linked')).text, /The School/)

    const other = browserOf(service)
    const alex = { ...steve, sub: 'al', email: 'alex@example.org' }
    await create(other, await comeBack(other, mock, alex), { username: 'Alex' })
    await newMail(service)
    const asking = browserOf(service)
    await asking.send(await asking.get('/recover'), '/recover', { email: 'alex@example.org' })
    const link = (await newMail(service))[0]?.link ?? ''
    const choosing = await asking.get(link)
    assert.match(choosing.text, /can still sign in to yours.*Unlink: Steve\.B of school/s)
    await asking.send(choosing, link, { password, 'unlink-from:school': 'on' })
    await service.signIn({ username: 'Alex', password })
    assert.equal((await comeBack(browserOf(service), mock, alex)).heading, 'Choose a username')
  })

  test('two browsers that register for one subject, or one name, end with one account', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service)
    const [one, two] = [browserOf(service), browserOf(service)]
    const pages = [await comeBack(one, mock, steve), await comeBack(two, mock, steve)] as const
    const done = await Promise.all([
      create(one, pages[0], { username: 'One' }),
      create(two, pages[1], { username: 'Two', email: 'two@example.org' }),
    ])
    // The second one has to confirm its address first.
    assert.deepEqual(
      done.map(({ path }) => path),
      ['/account/play', '/register/sent'],
    )
    const third = browserOf(service)
    third.cookies.set('norn-identity', two.cookies.get('norn-identity') ?? '')
    const mails = await newMail(service)
    const link = mails.find(({ kind }) => kind === 'register')?.link ?? ''
    const late = await two.send(await two.get(link), link)
    assert.equal(late.status, 409)
    assert.match(late.alert ?? '', /already have an account here with the other service/)
    assert.deepEqual([await rowsOf(service, 'account'), await rowsOf(service, 'linked_identity')], [1, 1])

    const alex = { ...steve, sub: 'al', email: 'alex@example.org' }
    const [three, four] = [browserOf(service), browserOf(service)]
    const both = [await comeBack(three, mock, alex), await comeBack(four, mock, alex)] as const
    const ends = await Promise.all([
      create(three, both[0], { username: 'Alex1' }),
      create(four, both[1], { username: 'Alex2' }),
    ])
    assert.deepEqual(ends.map(({ status }) => status).toSorted(), [200, 422])
    const told = ends.find(({ status }) => status === 422)
    assert.match(
      told?.text ?? '',
      /already (have an account here with The School|an account with this email|has this email)/,
    )
    assert.equal(await rowsOf(service, 'linked_identity'), 2)
  })

  test('an identity is kept for one browser and half an hour', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service)
    const browser = browserOf(service)
    const page = await comeBack(browser, mock, steve)
    assert.equal((await browserOf(service).get(form)).heading, 'Sign in')
    assert.equal((await browser.get('/register/with/other')).heading, 'Sign in')
    service.advance(30 * minuteMs)
    assert.equal((await create(browser, page)).heading, 'Sign in')
    assert.equal(await rowsOf(service, 'account'), 0)
    const long = { ...steve, preferred_username: '名'.repeat(254), email: `${'é'.repeat(240)}@example.org` }
    const kept = await comeBack(browserOf(service), mock, long)
    assert.equal(kept.heading, 'Choose a username')
  })
})
