// What administrators do with accounts on pages: create them, set emails, and delete them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { setTextures } from '../../src/domain/game/set-textures.ts'
import { makePng, noise } from '../png.ts'
import { onEveryDatabase, operator, type RunningService, type TestAccount } from '../service.ts'
import { type Browser, browserOf, type PageView } from './browser.ts'
import { newMail } from './mailbox.ts'

const path = '/admin/accounts'
const day = 24 * 60 * 60_000

async function signedIn(service: RunningService, role: 'admin' | 'moderator') {
  const account = await service.account()
  await grantRole(service.context, operator, await service.stored(account), role)
  const browser = browserOf(service)
  await browser.signIn(account)
  return { browser, account }
}

const csrfOf = ({ text }: PageView): string => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''

/** Presses a button that submits the form for changes to another address. */
async function press(browser: Browser, id: string, action: string, fields: Record<string, string> = {}) {
  const page = await browser.get(`${path}/${id}`)
  assert.match(page.text, new RegExp(`action="${path}/${id}/${action}"`))
  const given = { csrf: csrfOf(page), 'name-of': page.heading, ...fields }
  const answer = await browser.post(`${path}/${id}/${action}`, given)
  return { answer, page: await browser.get(`${path}/${id}`) }
}

const eventsOf = async ({ context }: RunningService, { id }: { id: string }) =>
  (await listAudit(context, { account: id, limit: 50 })).map(({ event, actor }) => `${event} ${actor.name}`)

onEveryDatabase('accounts on the admin pages', (start, shared) => {
  test('an account is created with a password, and another one without', async () => {
    const service = await shared()
    const { browser, account: boss } = await signedIn(service, 'admin')
    const list = await browser.get(path)
    const fields = { username: 'Fresh_1', email: 'fresh@example.test', password: 'a sentence to remember' }
    for (const [wrong, alert, field] of [
      [{ username: 'not a name' }, /letters, digits/, 'username'],
      [{ username: 'adm1n' }, /reserved/, 'username'],
      [{ username: boss.username.toUpperCase() }, /another account has this name/, 'username'],
      [{ email: '<script>alert(1)</script>' }, /enter an email address/, 'email'],
      [{ email: boss.email }, /another account has this email/, 'email'],
      [{ password: 'x'.repeat(2000) }, /password is too long/, 'password'],
    ] as const) {
      const again = await browser.send(list, path, { ...fields, ...wrong })
      assert.equal(again.status, 422, JSON.stringify(wrong))
      assert.match(again.alert ?? '', alert)
      assert.match(again.text, new RegExp(`id="${field}"[^>]* aria-invalid="true"`))
      assert.ok(!/sentence|x{2000}|<script>alert/.test(again.text))
    }
    const made = await browser.send(list, path, fields)
    assert.deepEqual([made.heading, made.flash], ['Fresh_1', 'The account was created.'])
    await service.signIn(fields)
    const events = await eventsOf(service, { id: made.path.slice(-32) })
    assert.ok(events.includes(`account.created ${boss.username}`))

    const reserved = await browser.send(list, path, { username: 'adm1n', reserved: 'no' })
    assert.deepEqual(
      [reserved.status, / name="reserved" value="yes"( checked)?>/.exec(reserved.text)?.[1]],
      [422, undefined],
    )
    const kept = await browser.send(list, path, { username: boss.username, reserved: 'yes' })
    assert.match(kept.text, / name="reserved" value="yes" checked>/)
    const allowed = await browser.send(list, path, { username: 'adm1n', reserved: 'yes' })
    assert.deepEqual([allowed.heading, allowed.flash], ['adm1n', 'The account was created.'])

    const bare = await browser.send(list, path, { username: 'Fresh_2', email: '', password: '' })
    assert.equal(bare.flash, 'The account was created.')
    for (const password of ['', '!', 'null'])
      await assert.rejects(service.signIn({ username: 'Fresh_2', password }), password)
    const guest = browserOf(service)
    assert.equal((await guest.signIn({ username: 'Fresh_2', password: '!' })).status, 422)
  })

  test('an email is set, and both addresses are notified', async () => {
    const service = await start()
    const { browser, account: boss } = await signedIn(service, 'admin')
    const player = await service.account()
    await newMail(service)
    const wrong = await press(browser, player.id, 'email', { email: 'nowhere' })
    assert.equal(wrong.answer.status, 422)
    assert.match(wrong.answer.text, /id="email"[^>]* value="nowhere"[^>]* aria-invalid="true"/)
    const taken = await press(browser, player.id, 'email', { email: boss.email })
    assert.equal(taken.answer.status, 422)
    const set = await press(browser, player.id, 'email', { email: 'new@example.test' })
    assert.deepEqual([set.answer.status, set.page.flash], [303, 'The email address was set.'])
    assert.equal((await service.stored(player)).email, 'new@example.test')
    const recipients = (await newMail(service)).map(({ to }) => to)
    assert.deepEqual(recipients.toSorted(), [player.email, 'new@example.test'].toSorted())
    assert.ok((await eventsOf(service, player)).includes(`account.email_changed ${boss.username}`))
  })

  test('wrong passwords are forgotten', async () => {
    const service = await start({ NORN_GUESS_ADDRESS_ACCOUNT: '1' })
    const { browser, account: boss } = await signedIn(service, 'admin')
    const player = await service.account()
    const guess = async (password: string) => {
      const { username } = player
      return (await service.post('/auth/authenticate', { username, password, clientToken: 'x' })).status
    }
    assert.deepEqual([await guess('wrong'), await guess(player.password)], [401, 429])
    const done = await press(browser, player.id, 'unlock')
    assert.equal(done.page.flash, 'The wrong passwords and codes were forgotten.')
    assert.ok((await eventsOf(service, player)).includes(`account.unlocked ${boss.username}`))
    assert.equal((await press(browser, player.id, 'unlock')).page.flash?.slice(0, 6), 'Nobody')
    assert.equal(await guess(player.password), 200)
  })

  test('a deletion keeps its grace period and can be cancelled by an administrator or by the player', async () => {
    const service = await start()
    const { browser, account: boss } = await signedIn(service, 'admin')
    const player = await service.account()
    const token = await service.signIn(player)
    const deleted = await press(browser, player.id, 'delete')
    assert.deepEqual([deleted.answer.status, /will be deleted/.test(deleted.page.flash ?? '')], [303, true])
    assert.equal((await service.post('/auth/validate', { accessToken: token })).status, 401)
    const at = (await service.stored(player)).deletesAt
    assert.equal(at, service.now() + service.context.config.deletionGrace)
    assert.match(deleted.page.text, /will be deleted after [^]*Keep this account/)
    assert.doesNotMatch(deleted.page.text, /Delete account/)
    // Nobody's picture is found any more, and the account is not as good as an active one.
    assert.doesNotMatch(deleted.page.text, new RegExp(`/skinsystem/[^"]*${player.id}`))
    assert.match(deleted.page.text, /<p class="state down">to be deleted</)

    // A second press, for example by another administrator, does not extend it.
    service.advance(day)
    const later = await browser.post(`${path}/${player.id}/delete`, {
      csrf: csrfOf(deleted.page),
      current: boss.password,
      'name-of': player.username,
    })
    assert.equal(later.status, 303)
    assert.equal((await service.stored(player)).deletesAt, at)
    const kept = await browser.send(deleted.page, `${path}/${player.id}/keep`)
    assert.deepEqual(
      [kept.flash, /Delete account/.test(kept.text)],
      ['The account will not be deleted.', true],
    )
    assert.equal((await service.stored(player)).deletesAt, undefined)
    await service.signIn(player)

    await press(browser, player.id, 'delete', { current: boss.password })
    const owner = browserOf(service)
    assert.equal((await owner.signIn(player)).heading, 'This account will be deleted')
    await owner.send(await owner.get('/account/delete'), '/account/delete/keep')
    assert.equal((await service.stored(player)).deletesAt, undefined)
    assert.deepEqual(
      (await eventsOf(service, player)).filter((event) => event.includes('deletion')).toSorted(),
      [
        `account.deletion_cancelled ${boss.username}`,
        `account.deletion_cancelled ${player.username}`,
        `account.deletion_requested ${boss.username}`,
        `account.deletion_requested ${boss.username}`,
      ],
    )
    const alone = await press(browser, boss.id, 'delete', { current: boss.password })
    assert.equal(alone.answer.status, 422)
    assert.match(alone.answer.text, /this is the only administrator/)
  })

  test('skin and cape are shown and removed, and cannot be selected again from the former ones', async () => {
    const service = await shared()
    const { browser } = await signedIn(service, 'admin')
    const player = await service.account()
    assert.doesNotMatch((await browser.get(`${path}/${player.id}`)).text, /Skin and cape/)
    const png = makePng(64, 64, noise(1))
    const cape = makePng(64, 32, noise(2))
    await setTextures(service.context, operator, player.id, { skin: { png }, cape: { png: cape } })
    const { textures } = await service.stored(player)
    const shown = await browser.get(`${path}/${player.id}`)
    for (const kind of ['skin', 'cape'] as const) {
      assert.ok(shown.text.includes(`src="/textures/${textures[kind]?.hash}"`), kind)
      const gone = await browser.send(shown, `${path}/${player.id}/${kind}/remove`)
      assert.equal(gone.flash, `The ${kind} was removed.`)
      assert.equal((await service.stored(player)).textures[kind], undefined)
    }
    const own = browserOf(service)
    await own.signIn(player)
    assert.doesNotMatch((await own.get('/account/skin')).text, /Wear again/)
  })

  test('moderators, other sites and sessions that need re-authentication can do none of it', async () => {
    const service = await start()
    const player: TestAccount = await service.account()
    const { browser: moderator } = await signedIn(service, 'moderator')
    const { browser: admin, account: boss } = await signedIn(service, 'admin')
    const png = makePng(64, 64, noise(1))
    await setTextures(service.context, operator, player.id, { skin: { png } })
    const of = (action: string) => `${path}/${player.id}/${action}`
    const proved = ['email', 'unlock', 'delete'].map(of)
    const actions = [path, ...proved, ...['keep', 'skin/remove', 'cape/remove'].map(of)]
    const fields = {
      username: 'Evil_1',
      email: 'evil@example.test',
      password: 'x',
      'name-of': player.username,
    }
    const before = JSON.stringify(await service.stored(player))
    const seen = await moderator.get(`${path}/${player.id}`)
    for (const words of [
      'Set email address',
      'Delete account',
      'Forget wrong',
      'Remove skin',
      'Create account',
    ])
      assert.ok(!seen.text.includes(words), words)
    assert.ok(!(await moderator.get(path)).text.includes('Create account'))
    assert.ok(seen.text.includes('/textures/'), 'a moderator sees the skin')
    const csrf = csrfOf(await admin.get(path))
    for (const action of actions) {
      assert.equal((await moderator.post(action, { csrf: csrfOf(seen), ...fields })).status, 403, action)
      assert.equal((await admin.post(action, fields)).status, 403, `${action} without csrf`)
      const foreign = await admin.post(action, { csrf, ...fields }, { origin: 'https://evil.example' })
      assert.equal(foreign.status, 403, `${action} from another site`)
    }
    service.advance(16 * 60_000)
    for (const action of proved) {
      for (const current of ['', 'wrong']) {
        const unproved = await admin.post(action, { csrf, ...fields, current })
        assert.equal(unproved.status, 422, action)
      }
    }
    assert.equal(JSON.stringify(await service.stored(player)), before)
    // The form has no effect either if the role was taken away while it was open.
    const second = await service.account()
    await grantRole(service.context, operator, await service.stored(second), 'admin')
    const other = browserOf(service)
    await other.signIn(second)
    await other.post(`${path}/${boss.id}/ungrant/admin`, {
      csrf: csrfOf(await other.get(path)),
      'name-of': boss.username,
    })
    assert.equal((await admin.post(of('keep'), { csrf })).status, 403)
    assert.equal((await admin.post(path, { csrf, ...fields })).status, 403)
  })
})
