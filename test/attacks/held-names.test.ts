// A released name is reserved for its former owner for a while.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { renameAccount } from '../../src/domain/names/rename.ts'
import { confirmRegistration } from '../../src/domain/registration/confirm.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { newMail } from '../web/mailbox.ts'
import { adminClient } from '../wire/admin/api.ts'
import { attackStored } from './installed.ts'

const day = 86_400_000

/** A player with a launcher, whose first change is not bound by the cooldown. */
async function launcherOf(service: RunningService, username: string) {
  const account = await service.account({ username })
  const accessToken = await service.signIn(account)
  const ask = (path: string, method = 'GET') =>
    service.request(`/authlib-injector/minecraftservices/minecraft/profile/name/${path}`, {
      method,
      headers: { authorization: `Bearer ${accessToken}` },
    })
  return {
    account,
    take: async (name: string) => (await ask(name, 'PUT')).status,
    available: async (name: string) => (await ask(`${name}/available`)).json.status,
  }
}

const register = async (service: RunningService, username: string) => {
  const guest = browserOf(service)
  const fields = { username, email: `${username}@example.test`, password: 'a sentence to remember' }
  return guest.send(await guest.get('/register'), '/register', fields)
}

onEveryDatabase('held names', (start) => {
  test('nobody else can take a released name, in any letter case, on any route', async () => {
    const service = await start({ NORN_REGISTRATIONS_PER_ADDRESS: '1000' })
    const [steve, thief] = [await launcherOf(service, 'Steve'), await launcherOf(service, 'Thief')]
    const waiting = await register(service, 'Alex_2')
    assert.equal(waiting.path, '/register/sent')
    const [mail] = await newMail(service)
    service.advance(1000)
    const api = await adminClient(service)
    const to = async (username: string) =>
      (await api.send('PATCH', `/accounts/${steve.account.id}`, { username })).status
    assert.equal(await to('Alex_2'), 200)
    assert.equal(await to('Alex'), 200)

    for (const name of ['Steve', 'sTEVE', 'steve', 'alex_2']) {
      assert.equal(await thief.available(name), 'DUPLICATE', name)
      assert.equal(await thief.take(name), 403, name)
      const page = await register(service, name)
      assert.deepEqual([page.status, /This name is taken/.test(page.text)], [422, true], name)
      const made = await api.send('POST', '/accounts', { username: name, password: 'secret' })
      assert.deepEqual([made.status, made.json.code], [422, 'username_held'], name)
      const renamed = await api.send('PATCH', `/accounts/${thief.account.id}`, { username: name })
      assert.deepEqual([renamed.status, renamed.json.code], [422, 'username_held'], name)
      assert.equal((await service.get(`/api/users/profiles/game/${name}`)).status, 204, name)
      assert.equal(
        (
          await service.post('/auth/authenticate', {
            username: name,
            password: steve.account.password,
            clientToken: 'x',
          })
        ).status,
        401,
        name,
      )
    }
    assert.deepEqual((await service.post('/api/profiles/game', ['Steve', 'Alex'])).json, [
      { id: steve.account.id, name: 'Alex' },
    ])
    const guest = browserOf(service)
    const link = mail?.link ?? ''
    const late = await guest.send(await guest.get(link), link, { password: 'a sentence to remember' })
    assert.equal(late.status, 409, 'a pending registration is not an exception')
    assert.equal((await guest.get(link)).status, 410)
  })

  test('its former owner can take a name back at any time, and then the other name is held', async () => {
    const service = await start()
    const [steve, thief] = [await launcherOf(service, 'Steve'), await launcherOf(service, 'Thief')]
    service.advance(1000)
    assert.equal(await steve.take('Herobrine'), 200)
    assert.equal(await steve.take('Notch'), 403, 'the cooldown still applies to other names')
    service.advance(1000)
    assert.deepEqual([await steve.available('STEVE'), await steve.take('STEVE')], ['AVAILABLE', 200])
    assert.deepEqual([await thief.available('herobrine'), await thief.take('steve')], ['DUPLICATE', 403])
    service.advance(1000)
    const browser = browserOf(service)
    const page = await browser.signIn({ ...steve.account, username: 'STEVE' }, '/account/username')
    const back = await browser.send(page, '/account/username', { username: 'Herobrine' })
    assert.equal(back.flash, 'Your name was changed.')
    const names = (await service.context.db.query.selectFrom('name_claim').selectAll().execute())
      .filter(({ account_id }) => account_id === steve.account.id)
      .map(({ name_key, kind }) => [name_key, kind])
    assert.deepEqual(names.sort(), [
      ['herobrine', 'account'],
      ['steve', 'held'],
    ])
  })

  test('a hold ends by itself, swept or not, or by an administrator; a duration of 0s creates none', async () => {
    const service = await start({ NORN_NAME_HOLD: '10d' })
    const [steve, thief] = [await launcherOf(service, 'Steve'), await launcherOf(service, 'Thief')]
    service.advance(1000)
    assert.equal(await steve.take('Herobrine'), 200)
    service.advance(10 * day - 1)
    assert.equal(await thief.take('Steve'), 403)
    service.advance(1)
    assert.equal(await thief.available('Steve'), 'AVAILABLE')
    assert.equal(await thief.take('STEVE'), 200)
    assert.equal(await steve.available('Steve'), 'DUPLICATE')

    const api = await adminClient(service)
    const freed = await api.send('DELETE', '/held-names/THIEF')
    assert.equal(freed.status, 204)
    for (const name of ['thief', 'STEVE', 'nobody', 'a%00b', 'a%20b']) {
      const gone = await api.send('DELETE', `/held-names/${name}`)
      assert.deepEqual([gone.status, gone.json.code], [404, 'name_not_held'], name)
    }
    const [entry] = (await api.send('GET', '/audit?event=account.name_released')).json.items
    assert.deepEqual(
      [entry.account, entry.actor.kind, entry.details],
      [thief.account.id, 'api', { username: 'thief' }],
    )
    assert.equal((await api.send('POST', '/accounts', { username: 'Thief', password: 'x' })).status, 201)

    service.advance(30 * day)
    await sweep(service.context)
    const held = service.context.db.query.selectFrom('name_claim').selectAll().where('kind', '=', 'held')
    assert.deepEqual(await held.execute(), [])

    const open = await start({ NORN_NAME_HOLD: '0s' })
    const [alex, other] = [await launcherOf(open, 'Alex'), await launcherOf(open, 'Other')]
    open.advance(1000)
    assert.deepEqual([await alex.take('Alex_2'), await other.take('alex')], [200, 200])
  })

  test("an administrator can release a name on the player's page; a moderator can only see it", async () => {
    const service = await start()
    const steve = await service.account({ username: 'Steve' })
    const { context } = service
    await renameAccount(context, operator, await service.stored(steve), 'Alex')
    const path = `/admin/accounts/${steve.id}`
    const browserWith = async (role: 'admin' | 'moderator') => {
      const account = await service.account()
      await grantRole(context, operator, await service.stored(account), role)
      const browser = browserOf(service)
      await browser.signIn(account)
      return browser
    }
    const seen = (await (await browserWith('moderator')).get(path)).text
    assert.deepEqual(
      [/steve \(in any letter case\) is held/.test(seen), seen.includes('release-name')],
      [true, false],
    )
    const administrator = await browserWith('admin')
    const page = await administrator.get(path)
    assert.ok(!page.text.includes(`method="post" action="${path}/release-name"`), 'it asks first')
    const question = await administrator.get(`${path}/release-name?name=steve`)
    assert.match(question.text, /anybody can take it/)
    const done = await administrator.send(question, `${path}/release-name`)
    assert.equal(done.flash, 'The name was released: anybody can take it now.')
    assert.ok(!done.text.includes('release-name'))
    const unasked = await administrator.get(`${path}/release-name?name=steve`)
    assert.deepEqual([unasked.status, unasked.path], [200, path], 'there is nothing to ask about any more')
    const again = await administrator.send(question, `${path}/release-name`)
    assert.deepEqual(
      [again.status, again.alert],
      [422, 'Nothing was changed: that name is no longer held.'],
      'an old form says so, too',
    )
    await service.account({ username: 'Steve' })
  })

  test('the name of a deleted account is held from the end of the grace period', async () => {
    const service = await start({ NORN_DELETION_GRACE: '7d', NORN_NAME_HOLD: '10d' })
    const { context } = service
    const steve = await service.account({ username: 'Steve' })
    const browser = browserOf(service)
    const page = await browser.signIn(steve, '/account/delete')
    await browser.send(page, '/account/delete', { current: steve.password, username: 'Steve' })
    assert.notEqual((await service.stored(steve)).deletesAt, undefined)
    service.advance(7 * day)
    await sweep(context)
    service.advance(10 * day - 1)
    const early = await register(service, 'steve')
    assert.equal(early.status, 422)
    service.advance(1)
    assert.equal((await register(service, 'steve')).path, '/register/sent')
    const mail = (await newMail(service)).find(({ kind }) => kind === 'register')
    await confirmRegistration(context, mail?.link?.split('/').at(-1) ?? '', {
      browser: '',
      password: 'a sentence to remember',
      address: '127.0.0.1',
    })
    assert.equal((await service.get('/api/users/profiles/game/Steve')).json.name, 'steve')
  })
})

attackStored('commands and imports respect holds, and account release-name ends them', async (norn) => {
  const { id } = await norn.steve()
  await norn.json('account', 'rename', 'Steve', 'Alex')
  const create = (name: string, ...more: string[]) =>
    norn.run(['account', 'create', '--username', name, '--password', 'x', ...more])
  const refused = await create('STEVE')
  assert.deepEqual([refused.status, /"STEVE": the username is held/.test(refused.stderr)], [1, true])
  const stdin = [
    { username: 'steve' },
    { username: 'Zoe', usernameHistory: [{ name: 'Old' }] },
    { username: 'Old' },
  ]
    .map((line) => JSON.stringify({ ...line, password: 'x' }))
    .join('\n')
  for (const flags of [['--dry-run'], []]) {
    const done = await norn.run(['account', 'import', '-', '--json', ...flags], { stdin })
    const { added, refused } = JSON.parse(done.stdout)
    assert.deepEqual(
      [done.status, added, refused.length],
      [1, 2, 1],
      'former names from an import create no hold',
    )
    assert.match(refused[0].reason, /^username is held for the player who had it before/)
  }
  assert.deepEqual(await norn.json('account', 'release-name', 'sTeve'), { name: 'sTeve', account: id })
  const again = await norn.run(['account', 'release-name', 'Steve'])
  assert.deepEqual([again.status, /"Steve": the username is not held/.test(again.stderr)], [1, true])
  assert.equal((await create('STEVE')).status, 0)

  await norn.json('account', 'delete', 'Alex')
  assert.equal(
    (await create('alex')).status,
    1,
    'a deletion by command has no grace period: the hold begins immediately',
  )
  assert.equal((await create('Alex', '--id', id)).status, 0, 'the restored account has its name')
})

attackStored('an export includes the holds', async (norn) => {
  const { id } = await norn.steve()
  await norn.json('account', 'rename', 'Steve', 'Alex')
  const folder = await mkdtemp(join(tmpdir(), 'norn-holds-'))
  try {
    const file = join(folder, 'accounts.ndjson')
    await norn.json('export', file)
    const { heldNames } = JSON.parse(await readFile(file, 'utf8'))
    assert.deepEqual(
      heldNames.map(({ name, until }: { name: string; until: string }) => [
        name,
        Date.parse(until) > Date.now(),
      ]),
      [['steve', true]],
    )
    const to = { NORN_DATABASE_URL: `sqlite:${join(folder, 'other.sqlite')}` }
    const there = (...line: string[]) => norn.run([...line, '--json'], { variables: to })
    assert.equal((await there('account', 'import', file)).status, 0)
    const create = ['account', 'create', '--username', 'STEVE', '--password', 'x']
    assert.match((await there(...create)).stderr, /is held for the player who had it before/)
    const freed = await there('account', 'release-name', 'steve')
    assert.deepEqual(JSON.parse(freed.stdout), { name: 'steve', account: id })
    const wrong = {
      username: 'Odd',
      password: 'x',
      heldNames: [{ name: 'a b', until: '2030-01-01T00:00:00Z' }],
    }
    const stdin = [wrong, { ...wrong, heldNames: [{ name: 'ab' }] }]
      .map((line) => JSON.stringify(line))
      .join('\n')
    const refused = await norn.run(['account', 'import', '-'], { stdin })
    assert.match(refused.stderr, /line 1: an entry of heldNames[^]*line 2: an entry of heldNames/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
