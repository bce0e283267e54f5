// norn app-password, the API and the page of an account: what administrators see of app passwords, and ending them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { createAppPassword } from '../../src/domain/tokens/app-passwords.ts'
import { accountActor } from '../../src/model/accounts/actor.ts'
import { attackStored } from '../attacks/installed.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { newMail } from '../web/mailbox.ts'
import { adminClient } from '../wire/admin/api.ts'

attackStored('commands list and end app passwords', async (norn) => {
  await norn.steve()
  const { json } = norn
  const steve = await json('account', 'show', 'Steve')
  assert.deepEqual(await json('app-password', 'list', 'Steve'), [])
  const db = await norn.db()
  await db.query
    .insertInto('app_password')
    .values({
      id: 'a1',
      account_id: steve.id,
      digest: 'd',
      name: 'HMCL',
      created_at: 0,
      last_used_at: 1000,
      user_agent: 'HMCL/3.6',
      address: '192.0.2.1',
    })
    .execute()
  const shown = {
    id: 'a1',
    name: 'HMCL',
    createdAt: '1970-01-01T00:00:00.000Z',
    lastUsedAt: '1970-01-01T00:00:01.000Z',
    launcher: 'HMCL/3.6',
    address: '192.0.2.1',
  }
  assert.deepEqual(await json('app-password', 'list', 'Steve'), [shown])
  const { stdout: help } = await norn.run(['app-password', 'list', '--help'])
  for (const field of Object.keys(shown)) assert.match(help, new RegExp(`\\b${field}\\b`))
  const wrong = await norn.run(['app-password', 'remove', 'Steve', 'a2'])
  assert.deepEqual([wrong.status, /app password does not exist/.test(wrong.stderr)], [1, true], wrong.stderr)
  assert.deepEqual(await json('app-password', 'remove', 'Steve', 'a1'), { id: 'a1' })
  assert.deepEqual(await json('app-password', 'list', 'Steve'), [])
})

onEveryDatabase('app passwords', (_, shared) => {
  test('are listed and ended by the API and on the page of the account; the owner gets an email', async () => {
    const service = await shared()
    const { context } = service
    const [player, boss] = [await service.account(), await service.account()]
    await grantRole(context, operator, await service.stored(boss), 'admin')
    const stored = await service.stored(player)
    const made: string[] = []
    for (const name of ['HMCL', 'Prism'])
      made.push(await createAppPassword(context, accountActor(stored, '192.0.2.1'), stored, name))
    const works = async (password = '') =>
      (await service.post('/auth/authenticate', { username: player.username, password, clientToken: 'x' }))
        .status === 200
    const [api, reading] = [await adminClient(service), await adminClient(service, { isReadOnly: true })]
    const at = `/accounts/${player.username}/app-passwords`
    const { items, next } = (await reading.send('GET', at)).json
    assert.equal(next, null)
    const byName = (name: string) => items.find((each: { name: string }) => each.name === name)
    assert.deepEqual(Object.keys(byName('HMCL')), [
      'id',
      'name',
      'createdAt',
      'lastUsedAt',
      'launcher',
      'address',
    ])
    assert.equal((await reading.send('DELETE', `${at}/${byName('HMCL').id}`)).status, 403)
    await newMail(service)
    assert.equal((await api.send('DELETE', `${at}/${byName('HMCL').id}`)).status, 204)
    const gone = await api.send('DELETE', `${at}/${byName('HMCL').id}`)
    assert.deepEqual([gone.status, gone.json.noun ?? gone.json.error?.noun], [404, 'app-password'])
    assert.deepEqual([await works(made[0]), await works(made[1])], [false, true])
    const [mail] = await newMail(service)
    assert.deepEqual([mail?.to, mail?.subject], [player.email, 'An app password was removed at Norn'])

    const admin = browserOf(service)
    await admin.signIn(boss)
    const path = `/admin/accounts/${player.id}`
    const page = await admin.get(path)
    assert.match(page.text, /<summary><h2>App passwords<\/h2><\/summary>/)
    const [, id = ''] = /name="id" value="(\w+)"/.exec(page.text) ?? []
    const done = await admin.send(page, `${path}/app-passwords`, { id })
    assert.match(done.flash ?? '', /^The app password was removed/)
    assert.equal(await works(made[1]), false)
  })
})
