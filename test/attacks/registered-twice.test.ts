// Registrations by strangers do not replace, use up or crowd out what others are waiting for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { newMail } from '../web/mailbox.ts'

const hour = 3_600_000
const settings = {
  NORN_TRUST_PROXY: '127.0.0.1',
  NORN_REGISTRATIONS_PER_ADDRESS: '1000',
  NORN_MAILS_PER_ADDRESS: '1000',
}
const password = 'a sentence to remember'

async function registerAs(service: RunningService, fields: Record<string, string>) {
  const browser = browserOf(service)
  const given = { username: 'Victim_1', email: 'victim@example.test', password, ...fields }
  return { browser, page: await browser.send(await browser.get('/register'), '/register', given) }
}

const linksOf = async (service: RunningService): Promise<string[]> =>
  (await newMail(service)).filter(({ kind }) => kind === 'register').map(({ link }) => link)

onEveryDatabase('registered twice', (start) => {
  test('registering again replaces nothing, and each link requires the password that was chosen with it', async () => {
    const service = await start(settings)
    const victim = await registerAs(service, {})
    const [own = ''] = await linksOf(service)
    const attacker = await registerAs(service, { password: 'what the attacker knows' })
    assert.equal(attacker.page.path, '/register/sent')
    const [foreign = ''] = await linksOf(service)
    // The owner opens the newest link in the browser that made the other registration.
    const page = await victim.browser.get(foreign)
    assert.match(page.text, /<label for="password">Password<\/label>/)
    for (const typed of ['', password]) {
      const declined = await victim.browser.send(page, foreign, { password: typed })
      assert.equal(declined.status, 422)
    }
    const ownPage = await victim.browser.get(own)
    assert.doesNotMatch(ownPage.text, /name="password"/)
    assert.equal((await victim.browser.send(ownPage, own)).path, '/sign-in?next=/account/play')
    assert.equal((await victim.browser.get(foreign)).status, 410)
    const signIn = (secret: string) => browserOf(service).signIn({ username: 'Victim_1', password: secret })
    assert.equal((await signIn('what the attacker knows')).status, 422)
    assert.equal((await signIn(password)).path, '/account')
  })

  test('a link allows as few password attempts as a sign-in', async () => {
    const service = await start({ ...settings, NORN_GUESS_ADDRESS_ACCOUNT: '3' })
    await registerAs(service, {})
    const [link = ''] = await linksOf(service)
    const browser = browserOf(service)
    const page = await browser.get(link)
    const statuses = []
    for (const typed of ['one', 'two', 'three', password]) {
      statuses.push((await browser.send(page, link, { password: typed })).status)
    }
    assert.deepEqual(statuses, [422, 422, 422, 429])
  })

  test('registrations with a known email do not use up links to choose a new password', async () => {
    const service = await start(settings)
    const { email } = await service.account()
    for (let n = 0; n < 4; n++) await registerAs(service, { username: `Other_${n}`, email })
    await newMail(service)
    const browser = browserOf(service)
    await browser.send(await browser.get('/recover'), '/recover', { email })
    assert.deepEqual(
      (await newMail(service)).map(({ kind }) => kind),
      ['recover'],
    )
  })

  test('strangers who request links leave one for networks that the account knows', async () => {
    const service = await start(settings)
    const account = await service.account()
    await service.post(
      '/auth/authenticate',
      { username: account.username, password: account.password, clientToken: 'x' },
      { headers: { 'x-forwarded-for': '198.51.100.7' } },
    )
    const ask = async (from: string) => {
      const browser = browserOf(service)
      const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.get('/recover')).text)?.[1] ?? ''
      await browser.post('/recover', { csrf, email: account.email }, { 'x-forwarded-for': from })
      return (await newMail(service)).filter(({ kind }) => kind === 'recover').length
    }
    const strangers = []
    for (let n = 0; n < 5; n++) strangers.push(await ask(`203.0.113.${n}`))
    assert.deepEqual(strangers, [1, 1, 0, 0, 0])
    // An account is sent at most three links an hour, regardless of who requests them.
    assert.deepEqual([await ask('198.51.100.7'), await ask('198.51.100.7')], [1, 0])
  })

  test('an unconfirmed name is held for an hour; after that it goes to the first who confirms', async () => {
    const service = await start(settings)
    const first = await registerAs(service, {})
    const [firstLink = ''] = await linksOf(service)
    const other = { email: 'other@example.test' }
    assert.equal((await registerAs(service, other)).page.status, 422)
    service.advance(hour)
    const second = await registerAs(service, other)
    assert.equal(second.page.path, '/register/sent')
    const [secondLink = ''] = await linksOf(service)
    assert.equal(
      (await second.browser.send(await second.browser.get(secondLink), secondLink)).path,
      '/sign-in?next=/account/play',
    )
    assert.equal((await first.browser.send(await first.browser.get(firstLink), firstLink)).status, 409)
  })

  test('500 per network and 10,000 in total can wait; beyond that the oldest of the largest network is dropped', async () => {
    const service = await start(settings)
    const { query } = service.context.db
    const rows = (count: number, network: string) =>
      Array.from({ length: count }, (_, n) => ({
        digest: `${network}/${n}`,
        username: `Flood_${n}`,
        username_folded: `flood_${n}`,
        email: `${network}-${n}@example.test`,
        email_folded: `${network}-${n}@example.test`,
        password_hash: '',
        language: 'en',
        invite_id: null,
        expires_at: service.now() + 12 * hour + n,
        browser: '',
        network,
      }))
    const fill = async (count: number, network: string) => {
      await query.insertInto('registration').values(rows(count, network)).execute()
    }
    const has = async (digest: string) =>
      (await query.selectFrom('registration').select('digest').where('digest', '=', digest).execute())
        .length === 1
    const waiting = async () => (await query.selectFrom('registration').select('digest').execute()).length
    await fill(500, '127.0.0.1')
    assert.equal((await registerAs(service, {})).page.path, '/register/sent')
    assert.equal(await waiting(), 500)
    assert.equal(await has('127.0.0.1/0'), false)
    for (let n = 0; n < 19; n++) await fill(500, `10.0.0.${n}`)
    await query.deleteFrom('registration').where('digest', '=', '127.0.0.1/1').execute()
    await query.insertInto('registration').values(rows(501, '10.0.0.99').slice(500)).execute()
    const page = await registerAs(service, { username: 'Victim_2', email: 'second@example.test' })
    assert.equal(page.page.path, '/register/sent')
    assert.equal(await waiting(), 10_000)
    assert.equal(await has('10.0.0.0/0'), false)
  })
})
