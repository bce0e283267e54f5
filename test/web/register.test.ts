import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createAccount } from '../../src/domain/accounts/create.ts'
import { createGroup } from '../../src/domain/community/groups.ts'
import { addServer } from '../../src/domain/community/servers.ts'
import { changeSettings } from '../../src/domain/operation/settings.ts'
import { createInvite, revokeInvite } from '../../src/domain/registration/invites.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { pngSize } from '../../src/lib/files/png.ts'
import { systemActor } from '../../src/model/accounts/actor.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'
import { newMail } from './mailbox.ts'

const hour = 3_600_000
const password = 'a sentence to remember'

const fill = (username: string, more: Record<string, string> = {}) => ({
  username,
  email: `${username}@example.test`,
  password,
  ...more,
})

/** Fills in the form in a browser of its own, and submits it. */
async function registerAs(service: RunningService, fields: Record<string, string>): Promise<PageView> {
  const browser = browserOf(service)
  return browser.send(await browser.get('/register'), '/register', fields)
}

async function confirm(service: RunningService, link: string): Promise<PageView> {
  const browser = browserOf(service)
  const page = await browser.get(link)
  return page.status === 200 ? browser.send(page, link, { password }) : page
}

const plenty = { NORN_REGISTRATIONS_PER_ADDRESS: '1000', NORN_MAILS_PER_ADDRESS: '1000' }

onEveryDatabase('registering', (start) => {
  let ours: Promise<RunningService> | undefined
  const shared = () => (ours ??= start(plenty))

  test('creates an account once the link in the email has been confirmed, and not before', async () => {
    const service = await shared()
    const sent = await registerAs(service, fill('Zoe_1'))
    assert.deepEqual([sent.path, sent.heading], ['/register/sent', 'Check your mail'])
    const [mail, ...others] = await newMail(service)
    assert.deepEqual(others, [])
    assert.deepEqual([mail?.kind, mail?.to], ['register', 'Zoe_1@example.test'])
    assert.match(mail?.link ?? '', /^\/register\/confirm\/[\w-]{22}$/)
    assert.equal((await service.get('/api/users/profiles/game/Zoe_1')).status, 204)
    const early = await browserOf(service).signIn({ username: 'Zoe_1', password })
    assert.equal(early.status, 422)

    const link = mail?.link ?? ''
    for (let looks = 0; looks < 2; looks++) {
      const page = await browserOf(service).get(link)
      assert.deepEqual([page.status, page.heading], [200, 'Confirm your e-mail'])
    }
    assert.equal(
      (await service.get('/api/users/profiles/game/Zoe_1')).status,
      204,
      'opening the page changes nothing',
    )
    const results = await Promise.all([confirm(service, link), confirm(service, link)])
    assert.deepEqual(results.map(({ status }) => status).sort(), [200, 410])
    const done = results.find(({ status }) => status === 200)
    assert.deepEqual([done?.path, done?.flash], ['/sign-in?next=/account/play', 'Your account is ready.'])
    const dead = await browserOf(service).get(link)
    assert.deepEqual([dead.status, dead.heading], [410, 'Confirm your e-mail'])
    assert.match(dead.alert ?? '', /^This link has already been used or has expired\./)
    assert.ok(dead.text.includes('href="/register"'))

    const inside = await browserOf(service).signIn({ username: 'zoe_1@EXAMPLE.test', password })
    assert.equal(inside.path, '/account')
    assert.equal((await service.get('/api/users/profiles/game/Zoe_1')).status, 200)
    assert.ok(!service.log.join().includes(password) && !service.log.join().includes(link.slice(-22)))
    const rows = JSON.stringify(
      await service.context.db.query.selectFrom('registration').selectAll().execute(),
    )
    assert.equal(rows, '[]')
  })

  test('can no longer be confirmed after a day', async () => {
    const service = await shared()
    await registerAs(service, fill('Late_1'))
    const [mail] = await newMail(service)
    const link = mail?.link ?? ''
    const browser = browserOf(service)
    service.advance(24 * hour - 1)
    const page = await browser.get(link)
    assert.equal(page.status, 200)
    service.advance(1)
    assert.equal((await browser.get(link)).status, 410)
    assert.equal((await browser.send(page, link, { password })).status, 410)
    assert.equal((await browserOf(service).signIn({ username: 'Late_1', password })).status, 422)
  })

  test('explains what is wrong with each field, keeps the input except the password, and changes nothing', async () => {
    const service = await shared()
    const { username } = await service.account({ username: 'Taken_1' })
    const wrong = [
      [{ username: 'a' }, 'Use 3 to 16 letters', 'username_malformed'],
      [{ username: 'has space' }, 'Use 3 to 16 letters', 'username_malformed'],
      [{ username: 'Зоя' }, 'Use 3 to 16 letters', 'username_malformed'],
      [{ username: 'x'.repeat(17) }, 'Use 3 to 16 letters', 'username_malformed'],
      [{ username: username.toUpperCase() }, 'This name is taken', 'username_taken'],
      [{ username: 'Adm1n' }, 'is reserved', 'username_reserved'],
      [{ username: '_M0DERAT0R_' }, 'is reserved', 'username_reserved'],
      [{ email: 'nobody' }, 'Enter an email address', 'email_malformed'],
      [{ email: 'a@b.test,c@d.test' }, 'Enter an email address', 'email_malformed'],
      [{ email: 'a@b.test\r\nBcc: c@d.test' }, 'Enter an email address', 'email_malformed'],
      [{ password: 'short77' }, 'Use at least 8 characters.', 'password_short'],
      [{ password: 'x'.repeat(1025) }, 'Use a shorter password.', 'password_long'],
      [{ password: 'Football1' }, 'This password is too common', 'password_common'],
      // The name of this service.
      [{ password: 'N.O.R.N_77' }, 'This password is too common', 'password_common'],
      [{ password: 'NEW_NAME' }, 'Do not use your name', 'password_own'],
      [{ password: 'new_name@example.test' }, 'Do not use your name', 'password_own'],
    ] as const
    for (const [change, expected, reason] of wrong) {
      const typed = { ...fill('New_Name'), ...change }
      const page = await registerAs(service, typed)
      assert.deepEqual([page.status, page.heading], [422, 'Create account'], JSON.stringify(change))
      assert.match(page.alert ?? '', /^Nothing was created yet\./)
      assert.equal((await service.logLine(page)).reason, reason)
      const [name = ''] = Object.keys(change)
      const problem = new RegExp(`id="${name}"[^>]*aria-describedby="${name}-problem[^>]*aria-invalid="true"`)
      assert.match(page.text, problem)
      assert.equal(page.text.match(/aria-invalid/g)?.length, 1)
      assert.ok(page.text.includes(expected), JSON.stringify(change))
      assert.ok(!page.text.includes(typed.password))
      assert.ok(page.text.includes(`value="${typed.username}"`) || typed.username !== 'New_Name')
    }
    const all = await registerAs(service, { username: '', email: '', password: '' })
    assert.equal(all.text.match(/aria-invalid="true"/g)?.length, 3)
    assert.deepEqual(await newMail(service), [])
  })

  test('shows the same page for a known email, whose owner alone is notified, and reserves the name in both cases', async () => {
    const service = await shared()
    const owner = await service.account({ username: 'Owner_1', language: 'ru' })
    const known = await registerAs(service, fill('First_1', { email: owner.email.toUpperCase() }))
    const unknown = await registerAs(service, fill('Second_1'))
    const looks = ({ text }: PageView) => text.replaceAll(/name="csrf" value="[^"]+"|[^\s"]+@[^\s"]+/g, '')
    assert.equal(looks(known), looks(unknown))
    assert.equal(known.path, unknown.path)
    const mails = await newMail(service)
    const toOwner = mails.find(({ kind }) => kind === 'registered')
    assert.equal(toOwner?.to, owner.email)
    assert.match(toOwner?.text ?? '', /^Здравствуйте, Owner_1!/)
    assert.doesNotMatch(toOwner?.text ?? '', /confirm/)
    assert.deepEqual(
      mails.filter(({ kind }) => kind === 'register').map(({ to }) => to),
      ['Second_1@example.test'],
    )
    for (const name of ['first_1', 'SECOND_1']) {
      const taken = await registerAs(service, fill(name, { email: 'somebody@else.test' }))
      assert.ok(taken.text.includes('This name is taken'), name)
    }
    service.advance(24 * hour)
    await sweep(service.context)
    assert.equal(
      (await registerAs(service, fill('First_1', { email: 'else@else.test' }))).path,
      '/register/sent',
    )
    const late = mails.find(({ kind }) => kind === 'register')?.link ?? ''
    assert.equal((await confirm(service, late)).status, 410)
    await newMail(service)
  })

  test('lets the same email try again, with any name, three times an hour', async () => {
    const service = await shared()
    const fields = fill('Again_1')
    const links: string[] = []
    for (let times = 0; times < 5; times++) {
      assert.equal((await registerAs(service, fields)).path, '/register/sent')
      for (const { link } of await newMail(service)) links.push(link)
    }
    assert.equal(links.length, 3)
    const [first = '', , last = ''] = links
    assert.equal((await confirm(service, first)).path, '/sign-in?next=/account/play')
    assert.equal((await confirm(service, last)).status, 410)
    service.advance(hour)
  })

  test("explains on the link's page if the name or email was taken in the meantime", async () => {
    const service = await shared()
    await registerAs(service, fill('Race_1'))
    await registerAs(service, fill('Race_2'))
    const mails = await newMail(service)
    const linkOf = (name: string) => mails.find(({ to }) => to.startsWith(name))?.link ?? ''
    const fields = { password, language: 'en' }
    await createAccount(service.context, systemActor, {
      ...fields,
      username: 'race_1',
      email: 'x1@example.test',
    })
    await createAccount(service.context, systemActor, {
      ...fields,
      username: 'x2',
      email: 'RACE_2@example.test',
    })
    for (const [name, alert] of [
      ['Race_1', /^Somebody else has taken this name in the meantime\./],
      ['Race_2', /^There is already an account with this email address\./],
    ] as const) {
      const page = await confirm(service, linkOf(name))
      assert.equal(page.status, 409)
      assert.match(page.alert ?? '', alert)
      assert.equal((await confirm(service, linkOf(name))).status, 410)
    }
  })

  test('is limited per network, with the time to come back', async () => {
    const service = await start({ NORN_REGISTRATIONS_PER_ADDRESS: '2', NORN_TRUST_PROXY: '127.0.0.1' })
    const browser = browserOf(service)
    const page = await browser.get('/register')
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? []
    const from = (address: string, name: string) =>
      browser.post('/register', { csrf, ...fill(name) }, { 'x-forwarded-for': address })
    assert.equal((await from('2001:db8::1', 'Many_1')).status, 303)
    assert.equal((await from('2001:db8::2', 'Many_2')).status, 303)
    const third = await from('2001:db8::3', 'Many_3')
    assert.deepEqual([third.status, third.headers.get('retry-after')], [429, '1800'])
    assert.match(third.text, /role="alert">Too many accounts or emails[^<]* in 30 minutes\./)
    assert.equal((await from('2001:db8:0:1::1', 'Many_3')).status, 303)
    assert.equal((await newMail(service)).length, 3)
  })

  test('is limited for larger networks too, so that a client with a /48 cannot evade the limit', async () => {
    const service = await start({ NORN_REGISTRATIONS_PER_ADDRESS: '1', NORN_TRUST_PROXY: '127.0.0.1' })
    const browser = browserOf(service)
    const page = await browser.get('/register')
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? []
    let count = 0
    const from = async (address: string): Promise<number> => {
      const form = { csrf, ...fill(`Wide_${++count}`) }
      return (await browser.post('/register', form, { 'x-forwarded-for': address })).status
    }
    // The first and last /64 of each of four /56.
    for (let site = 0; site < 4; site++) {
      for (const network of ['00', '01', '02', 'ff']) {
        assert.equal(await from(`2001:db8:0:${site}${network}::1`), 303)
      }
      assert.equal(await from(`2001:db8:0:${site}fe::1`), 429, `of the /56 ${site}`)
    }
    assert.equal(await from('2001:db8:0:5000::1'), 429, 'of the /48')
    assert.equal(await from('2001:db8:1::1'), 303, 'next to it')
  })

  test('refuses a network with a full queue before anything is counted, and keeps the input', async () => {
    const service = await start({ NORN_REGISTRATIONS_PER_ADDRESS: '1', NORN_TRUST_PROXY: '127.0.0.1' })
    const { registrationGate } = service.context
    const crowded = '192.0.2.1'
    const held = Promise.withResolvers<void>()
    let isFull = false
    const line: Promise<void>[] = []
    while (!isFull) {
      const place = registrationGate.run({ groups: [crowded] }, () => held.promise)
      line.push(place.catch(() => void (isFull = true)))
      await setImmediate()
    }
    const browser = browserOf(service)
    const page = await browser.get('/register')
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? []
    const from = (address: string, name: string) =>
      browser.post('/register', { csrf, ...fill(name) }, { 'x-forwarded-for': address })
    const refused = await from(crowded, 'Late_1')
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1'])
    assert.match(refused.text, /role="alert">The service is busy right now/)
    assert.match(refused.text, /name="username" type="text" value="Late_1"/)
    const elsewhere = from('192.0.2.2', 'Early_1')
    held.resolve()
    await Promise.all(line)
    assert.equal((await elsewhere).status, 303)
    assert.equal((await from(crowded, 'Late_1')).status, 303)
  })

  test('the link of an invite opens the community, or says at once why it no longer works', async () => {
    const service = await start({ ...plenty, NORN_REGISTRATION: 'invite' })
    const { context } = service
    const browser = browserOf(service)
    const open = (code: string, by = browserOf(service)) =>
      by.get(`/register?invite=${encodeURIComponent(code)}`)
    const isDead = async (code: string, by?: Browser) => {
      const page = await open(code, by)
      if (page.status === 200) {
        assert.deepEqual([page.heading, page.alert], ['You are invited to Norn', undefined])
        assert.match(page.text, /name="username"/)
        return 'alive'
      }
      assert.deepEqual([page.status, page.heading], [410, 'This invite no longer works'])
      assert.doesNotMatch(page.text, /name="username"|Hall|Rule/, 'neither a form nor the community')
      assert.match(page.text, /<a href="\/register">I have another code</)
      return page.alert
    }
    const unknown =
      'It was withdrawn or expired some time ago, or a part of the link is missing. Ask the person who sent it to you for a new one.'
    for (const code of ['unknown', 'x'.repeat(5000), "' or 1=1 --", 'a\u{1f600}'])
      assert.equal(await isDead(code), unknown, code)
    await createGroup(context, operator, { name: 'builders', title: 'Hall of builders' })
    await createGroup(context, operator, { name: 'others' })
    await addServer(context, operator, { name: 'open', title: 'Open field', address: 'play.example.org' })
    for (const group of ['builders', 'others'])
      await addServer(context, operator, { name: group, address: `${group}.example.org`, groups: [group] })
    await changeSettings(context, operator, { rules: 'Rule one <b>', welcome: 'Come in <i>' })
    const { code } = await createInvite(context, systemActor, { uses: 1, group: 'builders' })
    assert.equal(await isDead(code), 'alive')
    assert.equal(await isDead(` ${code} `), 'alive')
    const door = await open(code)
    for (const shown of [
      'Come in &lt;i&gt;',
      'You become a member of Hall of builders.',
      'play.example.org',
      'builders.example.org',
      'Rule one &lt;b&gt;',
      'I accept these rules',
    ])
      assert.ok(door.text.includes(shown), shown)
    assert.ok(!door.text.includes('others.example.org'))
    assert.equal(door.headers.get('x-robots-tag'), 'noindex')
    const tags = Object.fromEntries(
      [...door.text.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">/g)].map(
        ([, name = '', content = '']) => [name, content],
      ),
    )
    const { 'og:image': picture = '', ...others } = tags
    assert.deepEqual(others, {
      'og:type': 'website',
      'og:site_name': 'Norn',
      'og:title': 'You are invited to Norn',
      'og:description': 'Come in &lt;i&gt;',
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
    })
    assert.ok(picture.startsWith(`${service.context.baseUrl()}/assets/card-`), picture)
    const drawn = await Promise.all([1, 2].map(() => fetch(picture)))
    const [one, two] = await Promise.all(drawn.map(async (answer) => Buffer.from(await answer.arrayBuffer())))
    assert.deepEqual(pngSize(one ?? Buffer.alloc(0)), { width: 1200, height: 630 })
    assert.ok(one?.equals(two ?? Buffer.alloc(0)) && one.length < 30_000, `${one?.length}`)
    assert.match(drawn[0]?.headers.get('cache-control') ?? '', /immutable/)
    await changeSettings(context, operator, { accent: '#123456' })
    const other = /og:image" content="([^"]+)"/.exec((await open(code)).text)?.[1] ?? ''
    assert.notEqual(other, picture)
    assert.deepEqual([(await fetch(other)).status, (await fetch(picture)).status], [200, 404])
    assert.doesNotMatch((await browserOf(service).get('/register')).text, /og:/)
    await changeSettings(context, operator, { rules: null })
    await browser.send(await open(code, browser), '/register', fill('Guest_1', { invite: code }))
    assert.match(
      (await isDead(code)) ?? '',
      /^Its last place is taken/,
      'the last use waits for somebody else',
    )
    assert.equal(await isDead(code, browser), 'alive', 'who may mistype an address')
    const [mail] = await newMail(service)
    await confirm(service, mail?.link ?? '')
    assert.match((await isDead(code, browser)) ?? '', /^It is used up:/)
    const short = await createInvite(context, systemActor, { uses: 5, expiresAt: service.now() + hour })
    assert.equal(await isDead(short.code), 'alive')
    service.advance(hour)
    assert.match((await isDead(short.code)) ?? '', /^It has expired\./)
    const revoked = await createInvite(context, systemActor, { uses: 5, expiresAt: null })
    await revokeInvite(context, systemActor, revoked.code)
    assert.equal(await isDead(revoked.code), unknown)
    assert.equal((await browserOf(service).get('/register')).status, 200)
  })

  test('by invite accepts a code for a limited number of players, including pending ones', async () => {
    const service = await start({ ...plenty, NORN_REGISTRATION: 'invite' })
    const { context } = service
    const { code } = await createInvite(context, systemActor, { uses: 2, expiresAt: null })
    const form = await browserOf(service).get(`/register?invite=${code}`)
    assert.match(
      form.text,
      new RegExp(`<label for="invite">Invite code</label>\\s*<input [^>]*value="${code}"`),
    )
    for (const invite of ['', 'x', `${code}0`]) {
      const page = await registerAs(service, fill('Guest_0', { invite }))
      assert.equal(page.status, 422)
      assert.match(page.text, /id="invite-problem">This code is unknown, used up or expired\./)
    }
    const both = await Promise.all(
      [1, 2, 3, 4].map((n) => registerAs(service, fill(`Guest_${n}`, { invite: code }))),
    )
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 200, 422, 422])
    const [first, second] = await newMail(service)
    assert.equal((await confirm(service, first?.link ?? '')).path, '/sign-in?next=/account/play')
    service.advance(24 * hour)
    assert.equal((await confirm(service, second?.link ?? '')).status, 410)
    assert.equal((await registerAs(service, fill('Guest_5', { invite: code }))).path, '/register/sent')
    // One player has used it, and one is pending.
    assert.equal((await registerAs(service, fill('Guest_8', { invite: code }))).status, 422)
    await revokeInvite(context, systemActor, code)
    assert.equal((await registerAs(service, fill('Guest_6', { invite: code }))).status, 422)
    const [invited] = await newMail(service)
    assert.equal((await confirm(service, invited?.link ?? '')).path, '/sign-in?next=/account/play')
    const expired = await createInvite(context, systemActor, { uses: 1, expiresAt: service.now() + 1 })
    service.advance(1)
    assert.equal((await registerAs(service, fill('Guest_7', { invite: expired.code }))).status, 422)
  })

  test('can be closed, and can create accounts immediately', async () => {
    const closed = await start({ NORN_REGISTRATION: 'closed' })
    const page = await browserOf(closed).get('/register')
    assert.deepEqual([page.status, page.heading], [200, 'Registration is closed'])
    assert.doesNotMatch(page.text, /action="\/register"/)
    const browser = browserOf(closed)
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await browser.get('/sign-in')).text) ?? []
    const answer = await browser.post('/register', { csrf, ...fill('Nobody_1') })
    assert.equal(answer.status, 403)
    assert.match(answer.text, /<h1>Registration is closed/)

    const service = await start({ ...plenty, NORN_CONFIRM_EMAIL: 'off' })
    const inside = await registerAs(service, fill('Quick_1'))
    assert.deepEqual([inside.path, inside.flash], ['/account/play', 'Your account is ready.'])
    assert.ok(inside.text.includes('Your name in the game: Quick_1.'))
    const again = await registerAs(service, fill('Quick_2', { email: 'QUICK_1@example.test' }))
    assert.equal(again.status, 422)
    assert.match(again.text, /id="email-problem">There is already an account with this email address\./)
    assert.deepEqual(await newMail(service), [])
  })
})
