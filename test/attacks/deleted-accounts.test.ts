// Deleting an account ends neither its suspension nor the meaning of its UUID to others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteAccount } from '../../src/domain/accounts/delete.ts'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { offlineUuid } from '../../src/lib/crypto/uuid.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { adminClient } from '../wire/admin/api.ts'
import { attackStored } from './installed.ts'

const day = 86_400_000

/** A player who has requested the deletion of their account. */
async function leaving(service: RunningService) {
  const account = await service.account()
  const browser = browserOf(service)
  const page = await browser.signIn(account, '/account/delete')
  await browser.send(page, '/account/delete', { current: account.password, username: account.username })
  const isThere = async () => (await service.get(`/session/profile/${account.id}`)).status
  const stored = () =>
    service.context.db.query.selectFrom('account').select('id').where('id', '=', account.id).execute()
  return { account, isThere, isStored: async () => (await stored()).length === 1 }
}

onEveryDatabase('deleted accounts', (start) => {
  test('a pending deletion does not end a suspension', async () => {
    const service = await start({ NORN_DELETION_GRACE: '7d' })
    const { context } = service
    const [brief, endless, kept] = [await leaving(service), await leaving(service), await leaving(service)]
    const suspend = async ({ account }: typeof brief, until: number | null) =>
      suspendAccount(context, operator, await service.stored(account), { reason: 'griefing', until })
    await suspend(brief, service.now() + 30 * day)
    await suspend(endless, null)
    service.advance(7 * day)
    await sweep(context)
    assert.deepEqual(
      [await brief.isStored(), await endless.isStored(), await kept.isStored()],
      [true, true, false],
    )
    const shown = await (await adminClient(service)).send('GET', `/accounts/${brief.account.id}`)
    assert.deepEqual([shown.json.suspended, shown.json.suspensionReason], [true, 'griefing'])
    service.advance(23 * day)
    await sweep(context)
    assert.deepEqual([await brief.isStored(), await endless.isStored()], [false, true])
    service.advance(3000 * day)
    await sweep(context)
    assert.equal(await endless.isStored(), true, 'only administrators end a suspension that has no end date')
    await restoreAccount(context, operator, await service.stored(endless.account))
    await sweep(context)
    assert.equal(await endless.isStored(), false)
  })

  test('an account that takes the name of a deleted one gets a different UUID', async () => {
    const service = await start({
      NORN_UUIDS: 'offline',
      NORN_NAME_HOLD: '0s',
      NORN_CONFIRM_EMAIL: 'off',
    })
    const api = await adminClient(service)
    const first = offlineUuid('Steve')
    const make = async (more: object = {}) =>
      (await api.send('POST', '/accounts', { username: 'Steve', password: 'secret', ...more })).json.id
    const remove = async (id: string) =>
      deleteAccount(service.context, operator, await service.stored({ id }))
    assert.equal(await make(), first)
    await remove(first)
    const guest = browserOf(service)
    const fields = { username: 'Steve', email: 's@example.test', password: 'a sentence to remember' }
    await guest.send(await guest.get('/register'), '/register', fields)
    const { id: second } = (await service.get('/api/users/profiles/game/Steve')).json
    assert.notEqual(second, first)
    await remove(second)
    const third = await make()
    assert.ok(third !== first && third !== second)
    await remove(third)
    assert.equal(await make({ id: first }), first, 'an operator restores the account by its UUID')
  })
})

attackStored('commands and imports do not assign the UUID of a deleted account', async (norn) => {
  const variables = { NORN_UUIDS: 'offline' }
  const first = offlineUuid('Steve')
  const run = async (...line: string[]) => {
    const { status, stdout, stderr } = await norn.run([...line, '--json'], { variables })
    assert.equal(status, 0, stderr)
    return JSON.parse(stdout)
  }
  const create = () => run('account', 'create', '--username', 'Steve', '--password', 'x')
  assert.equal((await create()).id, first)
  for (const make of [
    create,
    async () => {
      const stdin = JSON.stringify({ username: 'Steve', password: 'x' })
      const { status } = await norn.run(['account', 'import', '-'], { stdin, variables })
      assert.equal(status, 0)
    },
  ]) {
    await run('account', 'delete', 'Steve')
    await run('account', 'release-name', 'Steve')
    await make()
    assert.notEqual((await run('account', 'show', 'Steve')).id, first)
  }
  await run('account', 'delete', 'Steve')
  await run('account', 'release-name', 'Steve')
  const stdin = JSON.stringify({ username: 'Steve', password: 'x', id: first })
  assert.equal((await norn.run(['account', 'import', '-'], { stdin, variables })).status, 0)
  assert.equal((await run('account', 'show', 'Steve')).id, first)
})
