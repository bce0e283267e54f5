import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAudit } from '../../src/domain/audit/list.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { onEveryDatabase, type RunningService } from '../service.ts'
import { browserOf } from './browser.ts'

const day = 86_400_000

const auditOf = async ({ context }: RunningService, account: string) =>
  (await listAudit(context, { account, limit: 100 })).filter(({ event }) => event.startsWith('account.d'))

onEveryDatabase('/account/delete', (start) => {
  test('ends everything immediately; the name is not found but stays taken; the owner can cancel the deletion', async () => {
    const service = await start()
    const account = await service.account()
    const { username, password } = account
    const accessToken = await service.signIn(account)
    const browser = browserOf(service)
    const page = await browser.signIn(account, '/account/delete')
    assert.equal(page.heading, 'Delete account')
    assert.match(page.text, /You have 7 days to change your mind/)
    assert.match(
      page.text,
      /The operators’ log keeps the history of your account, including network addresses, for 365 days\./,
    )
    const wrong = await browser.send(page, '/account/delete', { current: 'wrong' })
    assert.deepEqual([wrong.status, wrong.alert], [422, 'That is not your password. Nothing was changed.'])
    assert.equal((await service.post('/auth/validate', { accessToken })).status, 200)

    const gone = await browser.send(wrong, '/account/delete', { current: password })
    assert.deepEqual(
      [gone.path, gone.flash],
      ['/sign-in', 'Your account will be deleted. If you change your mind, sign in again.'],
    )
    assert.equal((await service.post('/auth/validate', { accessToken })).status, 401)
    const unknown = await service.get('/users/profiles/minecraft/nobody')
    for (const path of [
      `/users/profiles/minecraft/${username}`,
      `/session/minecraft/profile/${account.id}`,
    ]) {
      assert.equal((await service.get(path)).status, path.startsWith('/users') ? unknown.status : 204, path)
    }
    const found = await service.post('/profiles/minecraft', [username])
    assert.deepEqual(found.json, [])
    const launcher = { username, password, clientToken: 'c' }
    const refused = await service.post('/auth/authenticate', launcher)
    const never = await service.post('/auth/authenticate', { ...launcher, username: 'nobody' })
    assert.deepEqual([refused.status, refused.text], [never.status, never.text])
    await assert.rejects(service.account({ username: username.toUpperCase() }), /username_taken/)

    const back = await browser.signIn(account, '/account/username')
    assert.deepEqual([back.path, back.heading], ['/account/delete', 'This account will be deleted'])
    assert.match(back.text.replaceAll('\u202f', ' '), /November 28, 2026 at 12:00 PM UTC/)
    assert.equal((await browser.get('/account')).path, '/account/delete')
    const csrf = /name="csrf" value="([^"]+)"/.exec(back.text)?.[1] ?? ''
    const other = await browser.post('/account/language', { csrf, language: 'ru' })
    assert.deepEqual([other.status, other.headers.get('location')], [303, '/account/delete'])

    const kept = await browser.send(back, '/account/delete/keep')
    assert.deepEqual(
      [kept.path, kept.flash],
      ['/account', 'Your account will not be deleted. Sign in to your launchers again.'],
    )
    assert.equal((await service.get(`/users/profiles/minecraft/${username}`)).status, 200)
    await service.signIn(account)
    service.advance(8 * day)
    await sweep(service.context)
    assert.equal((await service.stored(account)).username, username)
    const [cancelled, requested] = await auditOf(service, account.id)
    assert.deepEqual(
      new Set([cancelled?.event, requested?.event]),
      new Set(['account.deletion_cancelled', 'account.deletion_requested']),
    )
    assert.equal(requested?.actor.name, username)
  })

  test('after the grace period the account is deleted, its name is held, and its email is available again', async () => {
    const service = await start({ NORN_DELETION_GRACE: '1d' })
    const account = await service.account()
    const browser = browserOf(service)
    await browser.send(await browser.signIn(account, '/account/delete'), '/account/delete', {
      current: account.password,
    })
    await browser.signIn(account)
    const { attempts, db } = service.context
    const tried = async () => {
      await attempts.flush()
      return (await db.query.selectFrom('attempt').selectAll().where('subject', '=', account.id).execute())
        .length
    }
    service.advance(day - 1)
    await sweep(service.context)
    assert.equal((await service.stored(account)).deletesAt, service.now() + 1)
    assert.equal(await tried(), 1)
    service.advance(1)
    await sweep(service.context)
    await assert.rejects(service.stored(account))
    assert.equal(await tried(), 0)
    assert.equal((await browser.get('/account')).path, '/sign-in?next=/account')
    await assert.rejects(service.account({ username: account.username }), { reason: 'username_held' })
    await service.account({ email: account.email })
    const [deleted] = await auditOf(service, account.id)
    assert.deepEqual([deleted?.event, deleted?.actor.kind], ['account.deleted', 'system'])
    assert.deepEqual(deleted?.details, { username: account.username })
  })
})
