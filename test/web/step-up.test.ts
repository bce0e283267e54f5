// The forms that always ask, without the password: what proves who somebody is, and what does not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs } from '../../src/lib/measure/units.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { authenticator } from './authenticator.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'
import {
  confirmEmail,
  confirming,
  confirmOf,
  mailedCode,
  optionsOn,
  origin,
  pressProvider,
  type Scene,
  scene,
  setRow,
  signInAgain,
  steve,
  ways,
} from './confirming.ts'
import { newMail } from './mailbox.ts'
import { back, proved } from './provider.ts'

const settings = { NORN_BASE_URL: origin, NORN_GUESS_ADDRESS_ACCOUNT: '100', NORN_MAILS_PER_ADDRESS: '100' }

/** The forms: the page of each, where it is sent, with what, and whether it has done its work. */
const forms: Record<
  string,
  {
    page: string
    action: string
    fields?: Record<string, string>
    isDone: (service: RunningService, at: Scene) => Promise<boolean>
  }
> = {
  password: {
    page: '/account/password',
    action: '/account/password',
    fields: { password: 'a sentence to remember' },
    isDone: async (service, { account }) => (await service.stored(account)).hasPassword,
  },
  email: {
    page: '/account/email',
    action: '/account/email',
    fields: { email: 'new@example.test' },
    isDone: async (service) => (await newMail(service)).some(({ to }) => to === 'new@example.test'),
  },
  delete: {
    page: '/account/delete',
    action: '/account/delete',
    isDone: async (service, { account }) => (await service.stored(account)).deletesAt !== undefined,
  },
  security: {
    page: '/account/security',
    action: '/account/security/off',
    isDone: async (service, { account }) => !(await service.stored(account)).hasSecondFactor,
  },
}

const send = async (browser: Browser, form: string): Promise<PageView> => {
  const { page, action, fields = {} } = forms[form] ?? { page: '', action: '' }
  return browser.send(await browser.get(page), action, fields)
}

/** Requires that the form asks, and does nothing. */
async function asks(service: RunningService, at: Scene, form: string, browser = at.browser): Promise<void> {
  const answer = await send(browser, form)
  assert.equal(answer.status, 422, form)
  assert.match(answer.alert ?? '', /Confirm who you are first/, form)
  assert.equal(await forms[form]?.isDone(service, at), false, form)
}

onEveryDatabase('forms that always ask', (start) => {
  for (const form of Object.keys(forms)) {
    test(`${form}: takes each proof in place of the password, once`, async (t) => {
      for (const [way, confirm] of Object.entries(ways)) {
        const service = await start(settings)
        const at = await scene(t, service)
        const { browser } = at
        await asks(service, at, form)
        const page = await confirm(service, at, form)
        assert.equal(page.path, forms[form]?.page, `${way}: ${page.alert}`)
        assert.match(page.text, /You have confirmed who you are/, way)
        assert.doesNotMatch(page.text, /name="(?:current|password)"[^>]* autocomplete="current-password"/)
        // It is for this form alone.
        for (const other of Object.keys(forms)) if (other !== form) await asks(service, at, other)
        const done = await send(browser, form)
        assert.notEqual(done.status, 422, `${way}: ${done.alert}`)
        assert.equal(await forms[form]?.isDone(service, at), true, way)
      }
    })
  }

  test('with a password look as before, with a link to the other ways; the password still counts', async (t) => {
    const service = await start(settings)
    const plain = await service.account()
    const alone = browserOf(service)
    await alone.signIn(plain)
    for (const { page } of Object.values(forms)) {
      assert.doesNotMatch((await alone.get(page)).text, /account\/confirm\//, page)
    }
    const { browser, account, key } = await scene(t, service)
    await setRow(service, account, {
      password_hash: await service.context.passwords.hash(account.password, undefined as never),
    })
    const page = await browser.get('/account/email')
    assert.match(page.text, /name="current"[^]*formaction="\/account\/confirm\/email">Confirm in another way/)
    const wrong = await browser.send(page, '/account/email', { email: 'new@example.test', current: 'x' })
    assert.match(wrong.alert ?? '', /That is not your password/)
    const right = { email: 'new@example.test', current: account.password }
    assert.match((await browser.send(page, '/account/email', right)).flash ?? '', /sends no email/)
    const at = await confirming(browser, 'email')
    const answer = key.signIn(optionsOn(at, 'sign-in'))
    const back = await browser.send(at, `${confirmOf('email')}/passkey`, { answer })
    assert.doesNotMatch(back.text, /name="current"/)
    const typed = { email: 'other@example.test' }
    assert.match((await browser.send(back, '/account/email', typed)).flash ?? '', /sends no email/)
    assert.equal((await browser.send(page, '/account/email', typed)).status, 422)
  })

  test('with a password keep what was typed before another way was chosen, and no secret', async (t) => {
    const service = await start(settings)
    const { browser, account, key } = await scene(t, service)
    await setRow(service, account, {
      password_hash: await service.context.passwords.hash(account.password, undefined as never),
    })
    for (const [form, fields, kept] of [
      ['email', { email: 'new@example.test', current: 'half of it' }, /value="new@example\.test"/],
      ['password', { password: 'a sentence to remember', current: 'half of it' }, undefined],
    ] as const) {
      const path = `/account/${form}`
      const page = await browser.get(path)
      // The Enter key presses the form's own button.
      assert.ok(page.text.indexOf('<button class="main"') < page.text.indexOf('<button class="link"'), form)
      const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
      const away = await browser.post(confirmOf(form), { csrf, ...fields })
      assert.deepEqual([away.status, away.headers.get('location')], [303, confirmOf(form)])
      assert.equal(
        away.headers.getSetCookie().some((cookie) => /typed=[^;]/.test(cookie)),
        kept !== undefined,
      )
      const at = await confirming(browser, form)
      const answer = key.signIn(optionsOn(at, 'sign-in'))
      const back = await browser.send(at, `${confirmOf(form)}/passkey`, { answer })
      assert.equal(back.path, path)
      if (kept) assert.match(back.text, kept)
      assert.doesNotMatch(back.text, /half of it|a sentence to remember/)
    }
    // Another form's word in the path keeps nothing for it, and unknown ones are not there.
    const { text } = await browser.get('/account/email')
    const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
    assert.equal((await browser.post(confirmOf('nothing'), { csrf, email: 'x' })).status, 404)
  })

  test('keep what was typed until its sender has confirmed who they are', async (t) => {
    const service = await start(settings)
    const at = await scene(t, service)
    await asks(service, at, 'email')
    const page = await ways.passkey?.(service, at, 'email')
    assert.match(page?.text ?? '', /value="new@example\.test"/)
  })

  test('take no proof that is late, or of another session, account or form', async (t) => {
    const service = await start(settings)
    const at = await scene(t, service)
    const { account, browser, key } = at
    // Late.
    await ways.passkey?.(service, at, 'delete')
    service.advance(10 * minuteMs)
    await asks(service, at, 'delete')
    // Of another session of the account.
    const second = browserOf(service)
    const page = await second.get('/sign-in')
    await second.send(page, '/sign-in/passkey', { answer: key.signIn(optionsOn(page, 'sign-in')) })
    await ways.passkey?.(service, at, 'delete')
    await asks(service, at, 'delete', second)
    const refused = async (shown: PageView, answer: string, form = 'email', from = browser) => {
      const denied = await from.send(shown, `${confirmOf(form)}/passkey`, { answer })
      assert.deepEqual([denied.status, denied.heading], [422, 'Confirm who you are'])
      assert.match(denied.alert ?? '', /does not belong to this account/)
      await asks(service, at, form, from)
    }
    const shown = await confirming(browser, 'email')
    const asked = optionsOn(shown, 'sign-in')
    await refused(shown, '')
    await refused(shown, key.signIn(optionsOn(await confirming(second, 'email'), 'sign-in')))
    await refused(shown, key.signIn(optionsOn(await confirming(browser, 'password'), 'sign-in')))
    await refused(shown, key.signIn(optionsOn(await browserOf(service).get('/sign-in'), 'sign-in')))
    await refused(shown, key.signIn(asked, { origin: 'https://evil.test' }))
    // Nor does it sign anybody in.
    const guest = browserOf(service)
    const signIn = await guest.get('/sign-in')
    assert.equal((await guest.send(signIn, '/sign-in/passkey', { answer: key.signIn(asked) })).status, 422)
    // Used twice.
    const good = key.signIn(asked)
    assert.equal(
      (await browser.send(shown, `${confirmOf('email')}/passkey`, { answer: good })).path,
      '/account/email',
    )
    assert.match((await send(browser, 'email')).flash ?? '', /sends no email/)
    await newMail(service)
    await refused(shown, good)
    // The passkey of somebody else.
    const stranger = browserOf(service)
    const security = await stranger.signIn(await service.account(), '/account/security')
    const theirs = authenticator(origin)
    const added = { name: 'K', answer: theirs.make(optionsOn(security, 'add')) }
    await stranger.send(security, '/account/security/passkeys', added)
    const last = await confirming(browser, 'email')
    await refused(last, theirs.signIn(optionsOn(last, 'sign-in')))
    assert.equal((await service.stored(account)).hasPassword, false)
  })

  test('take no code of a second factor that is newer than the session, and count wrong ones', async (t) => {
    const service = await start({ ...settings, NORN_GUESS_ADDRESS_ACCOUNT: '3' })
    const at = await scene(t, service)
    const { account, browser } = at
    const code = async (typed: string) =>
      browser.send(await confirming(browser, 'delete'), `${confirmOf('delete')}/code`, { code: typed })
    const page = await confirming(browser, 'delete')
    for (let wrong = 0; wrong < 3; wrong++) assert.equal((await code('000000')).status, 422)
    assert.equal((await code('000000')).status, 429)
    await setRow(service, account, { totp_since: service.now() })
    assert.doesNotMatch((await confirming(browser, 'delete')).text, /confirm\/delete\/code/)
    service.advance(24 * 60 * minuteMs)
    assert.equal((await browser.send(page, `${confirmOf('delete')}/code`, { code: '000000' })).status, 422)
    await asks(service, at, 'delete')
  })

  test('a new sign-in at the provider proves it by its time alone, and only as the person who is linked', async (t) => {
    const service = await start(settings)
    const at = await scene(t, service)
    const { browser, mock, account } = at
    const asked = await pressProvider(browser, 'delete')
    assert.equal(asked.searchParams.get('prompt'), 'login')
    assert.equal(asked.searchParams.get('max_age'), '0')
    const isConfirmed = (page: PageView) => page.path === '/account/delete'
    const confirm = (given: { ageSeconds?: number; person?: typeof steve }) =>
      signInAgain(service, at, 'delete', given)
    assert.ok(isConfirmed(await confirm({ ageSeconds: 15 * 60 })))
    assert.ok(isConfirmed(await confirm({ ageSeconds: -30 })))
    await service.context.db.query.deleteFrom('credential').where('kind', '=', 'step-up').execute()
    await setRow(service, account, { email_confirmed: null })
    const refused = async (page: PageView, alert: RegExp, status = 422) => {
      assert.equal(page.status, status, page.text)
      assert.match(page.alert ?? '', alert)
      await asks(service, at, 'delete')
    }
    const impossible = /add a passkey within 15 minutes, or ask an administrator/
    for (const ageSeconds of [15 * 60 + 1, 24 * 3600, -31, -1_000_000_000_000]) {
      await refused(await confirm({ ageSeconds }), impossible)
    }
    await refused(await confirm({}), impossible)
    for (const auth_time of ['now', String(Math.floor(service.now() / 1000)), null, [1], Number.MAX_VALUE]) {
      const person = { ...steve, auth_time }
      await refused(await confirm({ person }), /did not prove who you are|add a passkey within 15 minutes/)
    }
    const other = /another account than the one that is linked here/
    await refused(await confirm({ ageSeconds: 1, person: { sub: 'al-2' } }), other)
    await confirmEmail(service, account)
    await refused(await confirm({ person: { sub: 'al-2' } }), other)
    assert.deepEqual(await newMail(service), [])
    // An answer that is used twice, and one without an answer.
    const again = await pressProvider(browser, 'delete')
    const path = proved(mock, again, { ...steve, auth_time: Math.floor(service.now() / 1000) } as never)
    assert.ok(isConfirmed(await browser.get(path)))
    await service.context.db.query.deleteFrom('credential').where('kind', '=', 'step-up').execute()
    assert.match((await browser.get(path)).alert ?? '', /has expired or was begun in another browser/)
    await asks(service, at, 'delete')
    await refused(
      await browser.get(back(mock, await pressProvider(browser, 'delete'), { error: 'access_denied' })),
      /said no/,
    )
    mock.answers['/token'] = (response) => response.writeHead(503).end()
    await refused(await confirm({ ageSeconds: 1 }), /did not answer/, 503)
    await service.context.db.query.deleteFrom('provider').execute()
    service.advance(1000)
    assert.doesNotMatch((await confirming(browser, 'delete')).text, /Confirm with The School/)
  })

  test('a sign-in that another browser, or another session, has begun proves nothing', async (t) => {
    const service = await start(settings)
    const at = await scene(t, service)
    const { account, browser, mock, key } = at
    const fresh = { ...steve, auth_time: Math.floor(service.now() / 1000) } as typeof steve
    const answer = proved(mock, await pressProvider(browser, 'delete'), fresh)
    const second = browserOf(service)
    const page = await second.get('/sign-in')
    await second.send(page, '/sign-in/passkey', { answer: key.signIn(optionsOn(page, 'sign-in')) })
    assert.match((await second.get(answer)).alert ?? '', /begun in another browser/)
    second.cookies.set('__Host-norn-provider', browser.cookies.get('__Host-norn-provider') ?? '')
    assert.match((await second.get(answer)).alert ?? '', /begun in another browser/)
    await asks(service, at, 'delete', second)
    const stranger = browserOf(service)
    stranger.cookies.set('__Host-norn-provider', browser.cookies.get('__Host-norn-provider') ?? '')
    assert.equal((await stranger.get(answer)).heading, 'Sign in')
    await asks(service, at, 'delete')
    assert.equal((await browser.get(answer)).path, '/account/delete')
    assert.equal((await service.stored(account)).deletesAt, undefined)
  })

  test('a mailed code ends after five wrong ones, after ten minutes, with another one, and is for one form', async (t) => {
    const service = await start({ ...settings, NORN_GUESS_ACCOUNT: '1000' })
    const at = await scene(t, service)
    const { account, browser } = at
    const type = async (form: string, code: string) =>
      browser.send(await browser.get(`${confirmOf(form)}/mail`), `${confirmOf(form)}/mail`, { code })
    await signInAgain(service, at, 'delete')
    const [mail] = await newMail(service)
    assert.deepEqual([mail?.kind, mail?.to], ['code', account.email])
    const first = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
    const wrong = first === '000000' ? '111111' : '000000'
    const page = await browser.get(`${confirmOf('delete')}/mail`)
    assert.match(page.text, /This service sends no email[^<]*Ask the operator for the code in yours\./)
    assert.doesNotMatch(page.text, /We have sent/)
    const { config } = service.context
    const written = config.smtpUrl
    Object.assign(config, { smtpUrl: 'smtp://127.0.0.1:1' })
    const sent = await browser.get(`${confirmOf('delete')}/mail`)
    assert.ok(sent.text.includes(`We have sent a code of six digits to ${account.email}.`))
    assert.doesNotMatch(sent.text, /sends no email/)
    Object.assign(config, { smtpUrl: written })
    for (let tries = 0; tries < 5; tries++) {
      const denied = await type('delete', wrong)
      assert.deepEqual([denied.status, denied.heading], [422, 'Check your mail'])
    }
    const ended = await browser.send(page, `${confirmOf('delete')}/mail`, { code: first })
    assert.deepEqual(
      [ended.path, ended.flash],
      [confirmOf('delete'), 'That code no longer works. Begin again here.'],
    )
    await asks(service, at, 'delete')
    // Another form.
    await signInAgain(service, at, 'email')
    const forEmail = await mailedCode(service)
    await signInAgain(service, at, 'delete')
    const second = await mailedCode(service)
    if (forEmail !== second) assert.equal((await type('delete', forEmail)).status, 422)
    // Late.
    service.advance(10 * minuteMs)
    assert.equal(
      (await browser.send(page, `${confirmOf('delete')}/mail`, { code: second })).path,
      confirmOf('delete'),
    )
    await asks(service, at, 'delete')
    // No more than three emails at once.
    service.advance(60 * minuteMs)
    for (let mails = 0; mails < 3; mails++) await signInAgain(service, at, 'delete')
    const newest = await mailedCode(service)
    assert.equal((await signInAgain(service, at, 'delete')).status, 429)
    // With the address.
    await setRow(service, account, { email: 'b@example.test', email_folded: 'b@example.test' })
    assert.equal((await type('delete', newest)).status, 422)
    await setRow(service, account, { email: account.email, email_folded: account.email.toLowerCase() })
    assert.equal((await type('delete', newest)).path, '/account/delete')
    // Used twice.
    assert.equal(
      (await browser.send(page, `${confirmOf('delete')}/mail`, { code: newest })).path,
      confirmOf('delete'),
    )
    assert.ok(!service.log.join('').includes(newest))
    const rows = await service.context.db.query.selectFrom('credential').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes(newest))
  })

  test('proofs and codes end with what ends everything', async (t) => {
    const service = await start(settings)
    const at = await scene(t, service)
    const { account, browser } = at
    await ways.passkey?.(service, at, 'email')
    await signInAgain(service, at, 'delete')
    const code = await mailedCode(service)
    const kinds = async () =>
      (await service.context.db.query.selectFrom('credential').select('kind').execute())
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith('step-up'))
    assert.deepEqual((await kinds()).sort(), ['step-up', 'step-up-code'])
    await service.context.db.query
      .updateTable('account')
      .set((row) => ({ credentials_version: row('credentials_version', '+', 1) }))
      .where('id', '=', account.id)
      .execute()
    await service.context.db.query
      .updateTable('credential')
      .set((row) => ({ credentials_version: row('credentials_version', '+', 1) }))
      .where('kind', '=', 'web')
      .execute()
    await asks(service, at, 'email')
    assert.equal((await browser.get(`${confirmOf('delete')}/mail`)).path, confirmOf('delete'))
    assert.notEqual(code, '')
    await ways.passkey?.(service, at, 'email')
    await browser.send(await browser.get('/account/devices'), '/account/devices')
    assert.deepEqual(await kinds(), [])
  })

  test('of two forms that are sent at once, one gets the proof', async (t) => {
    const service = await start(settings)
    const at = await scene(t, service)
    const { browser } = at
    const page = await ways.passkey?.(service, at, 'email')
    assert.ok(page)
    const both = await Promise.all(
      ['one@example.test', 'two@example.test'].map((email) =>
        browser.send(page, '/account/email', { email }),
      ),
    )
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 422])
    assert.equal((await newMail(service)).filter(({ kind }) => kind === 'email').length, 1)
  })

  test('somebody who has nothing learns what to do, and a page of no form is not there', async (t) => {
    const service = await start(settings)
    const at = await scene(t, service, { kind: 'oauth2' })
    const { account, browser } = at
    const { db } = service.context
    await db.query.deleteFrom('passkey').execute()
    await setRow(service, account, { totp_secret: null, email_confirmed: null })
    const page = await browser.get('/account/email')
    assert.match(page.text, /add a passkey within 15 minutes, or ask an administrator/)
    assert.doesNotMatch(page.text, /account\/confirm/)
    const sent = await browser.send(page, '/account/email', { email: 'new@example.test' })
    assert.equal(sent.status, 422)
    assert.match(sent.alert ?? '', /add a passkey within 15 minutes/)
    assert.match((await confirming(browser, 'email')).text, /add a passkey within 15 minutes/)
    assert.equal((await browser.get('/account/confirm/nothing')).status, 404)
    assert.deepEqual(await newMail(service), [])
  })
})
