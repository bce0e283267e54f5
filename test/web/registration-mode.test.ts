// The mode of registration is chosen while the service runs, and holds at once: on every instance, and for open forms.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { changeSetting } from '../../src/domain/operation/settings.ts'
import { confirmRegistration } from '../../src/domain/registration/confirm.ts'
import { createInvite } from '../../src/domain/registration/invites.ts'
import { register } from '../../src/domain/registration/register.ts'
import { onEveryDatabase, operator, type RunningService, startService } from '../service.ts'
import { adminClient } from '../wire/admin/api.ts'
import { browserOf, type PageView } from './browser.ts'
import { newMail } from './mailbox.ts'
import { comeBack, form, providerOf } from './provider.ts'

const plenty = { NORN_REGISTRATIONS_PER_ADDRESS: '1000', NORN_MAILS_PER_ADDRESS: '1000' }
const password = 'a sentence to remember'
const settingsPath = '/admin/settings'

const fields = (username: string) => ({ username, email: `${username}@example.test`, password })

const registersIn = ({ text }: { text: string }): boolean => text.includes('action="/register"')

const rowsOf = async ({ context: { db } }: RunningService, table: 'account' | 'registration') =>
  Number(
    (await db.query.selectFrom(table).select(db.query.fn.countAll().as('rows')).executeTakeFirstOrThrow())
      .rows,
  )

const choose = ({ context }: RunningService, mode: 'open' | 'invite' | 'closed' | null) =>
  changeSetting(context, operator, 'registration', mode)

async function administrator(service: RunningService) {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), 'admin')
  const browser = browserOf(service)
  await browser.signIn(account)
  return browser
}

const selected = ({ text }: PageView) => /<select id="registration".*?value="(\w+)" selected/s.exec(text)?.[1]

onEveryDatabase('the mode of registration', (start) => {
  test('is chosen on the page, and the audit log says which', async () => {
    const service = await start()
    const admin = await administrator(service)
    const guest = browserOf(service)
    const launcher = async () => (await service.get('/authlib-injector/')).text
    const before = [await launcher(), registersIn(await guest.get('/register'))]
    const page = await admin.get(settingsPath)
    assert.equal(selected(page), 'open')
    const closed = await admin.send(page, settingsPath, { registration: 'closed' })
    assert.deepEqual([closed.flash, selected(closed)], ['The settings were saved.', 'closed'])
    assert.equal(JSON.parse(await launcher()).meta.links.register, undefined)
    assert.equal((await guest.get('/register')).heading, 'Registration is closed')
    for (const path of ['/', '/sign-in'])
      assert.doesNotMatch(
        (await guest.get(path)).text,
        /href="\/register"/,
        `${path} leads to no closed door`,
      )
    assert.match((await guest.get('/')).text, /Only the operators create accounts here/)
    assert.match((await admin.get('/admin/invites')).text, /nobody can register with an invite either/)
    const wrong = await admin.send(closed, settingsPath, { registration: 'OPEN', welcome: 'Hello' })
    assert.deepEqual(
      [wrong.status, wrong.alert],
      [422, 'Nothing was changed: choose one of the entries of the list.'],
    )
    assert.match(wrong.text, /id="registration"[^>]* aria-invalid[^]*>\nHello<\/textarea>/)
    assert.equal(service.context.settings.valueOf('registration'), 'closed')
    assert.match(
      (await admin.get('/admin/audit')).text,
      /changed the setting <bdi>Registration<\/bdi>: <bdi>Nobody/,
    )
    const invited = await admin.send(closed, settingsPath, { registration: 'invite' })
    assert.equal(selected(invited), 'invite')
    assert.match((await guest.get('/register')).text, /name="invite"/)
    assert.doesNotMatch((await admin.get('/admin/invites')).text, /Nobody needs an invite/)
    const { send } = await adminClient(service)
    assert.equal((await send('PUT', '/settings/registration', { value: 'everybody' })).status, 422)
    const { json } = await send('DELETE', '/settings/registration')
    assert.deepEqual(json, { name: 'registration', value: 'open', source: 'default' })
    assert.deepEqual([await launcher(), registersIn(await guest.get('/register'))], before)
    const entries = await listAudit(service.context, { event: 'setting.changed', limit: 9 })
    assert.deepEqual(entries.map(({ details: { to = '', unset } }) => `${to} ${unset}`).toSorted(), [
      ' true',
      'closed false',
      'invite false',
    ])
  })

  test('is that of the environment where it has one', async () => {
    const service = await start({ ...plenty, NORN_REGISTRATION: 'closed' })
    const admin = await administrator(service)
    const page = await admin.get(settingsPath)
    assert.match(page.text, /id="registration"[^>]* value="Nobody"[^>]* readonly[^]*NORN_REGISTRATION is set/)
    await admin.send(page, settingsPath, { registration: 'open', welcome: 'Hello' })
    const { send } = await adminClient(service)
    const { json } = await send('PUT', '/settings/registration', { value: 'open' })
    assert.deepEqual(json, { name: 'registration', value: 'closed', source: 'environment' })
    assert.ok(!registersIn(await browserOf(service).get('/register')))
    const given = {
      ...fields('Nobody_1'),
      invite: '',
      rules: '',
      language: 'en',
      address: '192.0.2.1',
      browser: 'b',
    }
    await assert.rejects(register(service.context, given), { reason: 'registration_closed' })
  })

  test('holds for forms and links that are open, on another instance, too', async (t) => {
    const service = await start(plenty)
    const other = await startService(service.context.config.databaseUrl, plenty)
    try {
      const browser = browserOf(other)
      const [open, late] = [await browser.get('/register'), await browser.get('/register')]
      const waiting = browserOf(service)
      await waiting.send(await waiting.get('/register'), '/register', fields('Waiting_1'))
      const link = (await newMail(service))[0]?.link ?? ''
      const confirming = await waiting.get(link)
      assert.equal(confirming.status, 200)
      const mock = await providerOf(t, service)
      other.advance(1000)
      const person = { sub: 'st-1', preferred_username: 'Steve', email: 'steve@example.test' }
      const proved = browserOf(service)
      const chosen = await comeBack(proved, mock, person)
      assert.equal(chosen.path, form)

      await choose(service, 'closed')
      // What the other instance knows of settings is less than a second old.
      assert.equal(other.context.settings.valueOf('registration'), 'open')
      const token = link.split('/').at(-1) ?? ''
      const confirmed = confirmRegistration(other.context, token, {
        browser: '',
        password,
        address: '192.0.2.1',
      })
      await assert.rejects(confirmed, { reason: 'link_dead' })
      const refused = await browser.send(open, '/register', fields('Late_1'))
      assert.deepEqual([refused.status, refused.heading], [403, 'Registration is closed'])
      assert.equal((await proved.send(chosen, form, { username: 'Steve', email: person.email })).status, 403)
      for (const answer of [await waiting.send(confirming, link), await waiting.get(link)])
        assert.equal(answer.status, 410)
      await waiting.send(await waiting.get('/register/sent'), '/register/sent')
      assert.deepEqual(await newMail(service), [])
      assert.deepEqual([await rowsOf(service, 'account'), await rowsOf(service, 'registration')], [0, 1])

      await choose(service, 'open')
      other.advance(1000)
      assert.ok(registersIn(await browser.get('/register')))
      await choose(service, 'invite')
      const asked = await browser.send(late, '/register', fields('Late_2'))
      assert.equal(asked.status, 422)
      assert.match(asked.text, /name="invite"/, 'the form asks for an invite now')
      const { code: invite } = await createInvite(service.context, operator, { uses: 1 })
      assert.equal(
        (await browser.send(asked, '/register', { ...fields('Late_2'), invite })).path,
        '/register/sent',
      )
      assert.equal((await waiting.send(await waiting.get(link), link)).heading, 'Sign in')
      assert.equal(await rowsOf(service, 'account'), 1)
    } finally {
      await other.close()
    }
  })

  test('gives nobody an account once it is closed', async () => {
    const settings = { ...plenty, NORN_CONFIRM_EMAIL: 'off' }
    const service = await start(settings)
    const other = await startService(service.context.config.databaseUrl, settings)
    try {
      for (let round = 0; round < 4; round++) {
        await choose(service, 'open')
        await other.context.settings.refresh(0)
        const tries = Array.from({ length: 6 }, (_, at) => {
          const given = {
            ...fields(`Race_${round}_${at}`),
            invite: '',
            rules: '',
            language: 'en',
            browser: `${at}`,
          }
          return register(other.context, { ...given, address: `192.0.2.${at}` })
        })
        const settled = Promise.allSettled(tries)
        // One is through, the others are on their way.
        await Promise.any(tries)
        await choose(service, 'closed')
        const then = await rowsOf(service, 'account')
        const answers = await settled
        assert.equal(await rowsOf(service, 'account'), then)
        for (const answer of answers)
          if (answer.status === 'rejected') assert.equal(answer.reason.reason, 'registration_closed')
      }
    } finally {
      await other.close()
    }
  })
})
