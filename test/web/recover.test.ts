import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setEmail } from '../../src/domain/accounts/set-email.ts'
import { enableSecondFactor } from '../../src/domain/sign-in/second-factor.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { systemActor } from '../../src/model/accounts/actor.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { browserOf, type PageView } from './browser.ts'
import { newMail } from './mailbox.ts'

const hour = 3_600_000
const password = 'another sentence to remember'

async function ask(service: RunningService, email: string): Promise<PageView> {
  const browser = browserOf(service)
  return browser.send(await browser.get('/recover'), '/recover', { email })
}

async function choose(service: RunningService, link: string, chosen = password): Promise<PageView> {
  const browser = browserOf(service)
  const page = await browser.get(link)
  return page.status === 200 ? browser.send(page, link, { password: chosen }) : page
}

onEveryDatabase('choosing a new password', (start) => {
  let ours: Promise<RunningService> | undefined
  const shared = () => (ours ??= start({ NORN_MAILS_PER_ADDRESS: '1000' }))

  test('by the link in the email, once: sessions and tokens end, the second factor stays', async () => {
    const service = await shared()
    const account = await service.account({ language: 'ru' })
    const accessToken = await service.signIn(account)
    const inside = browserOf(service)
    await inside.signIn(account)
    const sent = await ask(service, account.email.toUpperCase())
    assert.deepEqual([sent.path, sent.heading], ['/recover/sent', 'Check your mail'])
    const [mail, ...others] = await newMail(service)
    assert.deepEqual(others, [])
    assert.deepEqual([mail?.kind, mail?.to], ['recover', account.email])
    assert.match(mail?.text ?? '', new RegExp(`^Здравствуйте, ${account.username}!`))
    const link = mail?.link ?? ''
    assert.match(link, /^\/recover\/[\w-]{22}$/)

    for (let looks = 0; looks < 2; looks++) {
      const page = await browserOf(service).get(link)
      assert.deepEqual([page.status, page.heading], [200, 'Choose a new password'])
      assert.ok(page.text.includes(`For the account ${account.username}.`))
      assert.match(
        page.text,
        /<label for="password">New password<\/label>\s*<input [^>]*autocomplete="new-password"/,
      )
    }
    for (const bad of ['short77', 'Football1', account.email]) {
      const page = await choose(service, link, bad)
      assert.equal(page.status, 422)
      assert.equal(page.alert, 'Nothing was changed yet. Choose another password.')
      assert.match(page.text, /id="password"[^>]*aria-describedby="password-problem[^>]*aria-invalid="true"/)
    }
    assert.equal((await service.post('/auth/validate', { accessToken })).status, 200)

    const both = await Promise.all([choose(service, link), choose(service, link)])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 410])
    const done = both.find(({ status }) => status === 200)
    assert.deepEqual([done?.path, done?.flash], ['/sign-in', 'Your password was changed.'])
    assert.equal((await service.post('/auth/validate', { accessToken })).status, 401)
    assert.equal((await inside.get('/account')).heading, 'Sign in')
    assert.equal((await browserOf(service).signIn(account)).status, 422)
    assert.equal((await browserOf(service).signIn({ ...account, password })).path, '/account')
    assert.deepEqual(
      (await newMail(service)).map(({ kind, to }) => [kind, to]),
      [['notice', account.email]],
    )
    const dead = await choose(service, link)
    assert.deepEqual([dead.status, dead.heading], [410, 'Choose a new password'])
    assert.ok(dead.text.includes('href="/recover"'))
    const entries = await service.context.db.query.selectFrom('audit_entry').selectAll().execute()
    const reset = entries.filter(({ event }) => event === 'account.password_reset')
    assert.deepEqual(
      reset.map(({ account_id, actor_kind }) => [account_id, actor_kind]),
      [[account.id, 'account']],
    )
    assert.ok(!service.log.join().includes(link.slice(-22)) && !service.log.join().includes(password))
  })

  test('does not bypass the second factor, and a new second factor ends earlier links', async () => {
    const service = await shared()
    const account = await service.account()
    await ask(service, account.email)
    service.advance(1)
    await enableSecondFactor(service.context, systemActor, await service.stored(account))
    await ask(service, account.email)
    const links = (await newMail(service)).filter(({ kind }) => kind === 'recover').map(({ link }) => link)
    assert.equal(links.length, 2)
    assert.equal((await choose(service, links[0] ?? '')).status, 410)
    assert.equal((await choose(service, links[1] ?? '')).path, '/sign-in')
    const page = await browserOf(service).signIn({ ...account, password })
    assert.equal(page.heading, 'Two-factor code')
    await newMail(service)
  })

  test('the link ends when the email changes', async () => {
    const service = await shared()
    const account = await service.account()
    await ask(service, account.email)
    const [mail] = await newMail(service)
    await setEmail(service.context, systemActor, await service.stored(account), 'moved@example.test')
    assert.equal((await choose(service, mail?.link ?? '')).status, 410)
    assert.equal((await browserOf(service).signIn(account)).path, '/account')
  })

  test('shows and records the same for an unknown email, and sends nothing', async () => {
    const service = await shared()
    const { context } = service
    const account = await service.account()
    await newMail(service)
    const rows = async () => {
      const counts = []
      for (const table of ['recovery', 'mail', 'guess'] as const) {
        counts.push((await context.db.query.selectFrom(table).selectAll().execute()).length)
      }
      return counts
    }
    const before = await rows()
    const known = await ask(service, account.email)
    const between = await rows()
    const unknown = await ask(service, 'nobody@example.test')
    const after = await rows()
    const grown = (from: number[], to: number[]) => to.map((count, at) => count - (from[at] ?? 0))
    assert.deepEqual(grown(before, between).slice(0, 2), [1, 1])
    assert.deepEqual(grown(between, after).slice(0, 2), [1, 1])
    const looks = ({ path, text }: PageView) => [
      path,
      text.replaceAll(/name="csrf" value="[^"]+"|[^\s"]+@[^\s"]+/g, ''),
    ]
    assert.deepEqual(looks(known), looks(unknown))
    assert.deepEqual(
      (await newMail(service)).map(({ to }) => to),
      [account.email],
    )
    service.advance(hour)
    await sweep(context)
    assert.deepEqual((await rows()).slice(0, 2), [0, 0])
    for (const email of ['', 'nobody', 'a@b.test\nBcc: c@d.test', 'a,c@b.test', '"a"@b.test']) {
      const page = await ask(service, email)
      assert.equal(page.status, 422)
      assert.match(page.alert ?? '', /^Enter an email address/)
    }
  })

  test('the link is sent three times an hour to one email, lasts an hour, and is limited per network', async () => {
    const service = await shared()
    const account = await service.account()
    for (let times = 0; times < 5; times++)
      assert.equal((await ask(service, account.email)).path, '/recover/sent')
    const links = (await newMail(service)).map(({ link }) => link)
    assert.equal(links.length, 3)
    assert.equal((await choose(service, links[0] ?? '')).path, '/sign-in')
    assert.equal((await choose(service, links[1] ?? '')).status, 410, 'a new password ends the other links')
    service.advance(hour)
    await newMail(service)
    await ask(service, account.email)
    const [late] = await newMail(service)
    service.advance(hour)
    assert.equal((await choose(service, late?.link ?? '')).status, 410)
    for (const path of ['/recover/x', `/recover/${'x'.repeat(22)}`, '/register/confirm/x']) {
      const page = await browserOf(service).get(path)
      assert.deepEqual([page.status, page.alert !== undefined], [410, true])
    }

    const strict = await start({ NORN_MAILS_PER_ADDRESS: '2' })
    await ask(strict, 'a@example.test')
    await ask(strict, 'b@example.test')
    const third = await ask(strict, 'c@example.test')
    assert.deepEqual([third.status, third.headers.get('retry-after')], [429, '1800'])
  })
})
