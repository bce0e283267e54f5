// The pages of administration for providers of sign-ins.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { createGroup } from '../../src/domain/community/groups.ts'
import { keptProvider } from '../../src/domain/providers/kept.ts'
import { unusableHash } from '../../src/passwords/passwords.ts'
import { startAuthorizationServer } from '../neighbours/authorization-server.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { browserOf } from './browser.ts'

const secret = 'kept:for nobody'

onEveryDatabase('pages of providers', (start) => {
  test('add, change, test and remove one, and show no secret', async (t) => {
    const service = await start()
    const { context } = service
    const mock = await startAuthorizationServer(service.now)
    t.after(() => mock.close())
    const owner = await service.account()
    await grantRole(context, operator, await service.stored(owner), 'admin')
    await createGroup(context, operator, { name: 'staff', title: 'Staff', colour: null })
    const browser = browserOf(service)
    await browser.signIn(owner)
    const list = await browser.get('/admin/providers')
    assert.equal(list.heading, 'Sign-in by others')
    const client = { clientId: 'norn', clientSecret: secret }
    const add = (fields: Record<string, string>) =>
      browser.send(list, '/admin/providers', { ...client, issuer: '', ...fields })

    for (const [fields, alert] of [
      [{ preset: 'discord', name: 'Discord' }, /1 to 32 of the characters/],
      [{ preset: 'openid', name: 'school' }, /does not fit this provider/],
      [{ preset: 'openid', name: 'school', issuer: mock.url }, /does not fit this provider/],
      [{ preset: 'openid', name: 'school', issuer: `${mock.url}/no`, private: 'yes' }, /discovery document/],
      [{ preset: 'github', name: 'github', clientSecret: '' }, /1 to 500 characters/],
    ] as const) {
      const refused = await add(fields)
      assert.deepEqual([refused.status, alert.test(refused.alert ?? '')], [422, true], refused.alert)
      assert.ok(!refused.text.includes(secret))
    }
    const added = await add({ preset: 'openid', name: 'school', issuer: mock.url, private: 'yes' })
    assert.deepEqual([added.path, added.heading], ['/admin/providers/school', 'school'])
    assert.match(added.flash ?? '', /was added/)
    assert.ok(added.text.includes(`${service.baseUrl}/sign-in/with/school/callback`))
    const taken = await add({ preset: 'openid', name: 'school', issuer: mock.url, private: 'yes' })
    assert.match(taken.alert ?? '', /with this name already exists/)

    const fields = {
      title: 'The School',
      registration: 'invite',
      email: 'trust',
      scope: 'openid',
      clientId: 'n',
    }
    const all = { ...fields, username: 'nick', emailClaim: '', groups: 'realm.roles', clientSecret: '' }
    const wrong = await browser.send(added, '/admin/providers/school', { ...all, groupMap: 'staff' })
    assert.match(wrong.alert ?? '', /write VALUE=GROUP on each line/)
    const nobody = await browser.send(added, '/admin/providers/school', { ...all, groupMap: 'a=nobody' })
    assert.match(nobody.alert ?? '', /one of the groups does not exist/)
    const saved = await browser.send(added, '/admin/providers/school', {
      ...all,
      groupMap: 'a=staff\nb=c=staff',
    })
    assert.deepEqual([saved.heading, saved.flash], ['The School', 'The provider was changed.'])
    const { title, registration, email, scope, clientId, claims, groupMap } = await keptProvider(
      context.db,
      'school',
    )
    assert.deepEqual(
      { title, registration, email, scope, clientId, claims, groupMap },
      {
        ...fields,
        claims: { subject: 'sub', username: 'nick', email: null, groups: 'realm.roles' },
        groupMap: { a: 'staff', 'b=c': 'staff' },
      },
    )
    const row = await context.db.query
      .selectFrom('provider')
      .select('client_secret')
      .executeTakeFirstOrThrow()
    assert.ok(row.client_secret !== '', 'an empty field keeps the secret')

    const tested = await browser.send(saved, '/admin/providers/school/test', {})
    assert.match(tested.text, /role="status">[^<]+/)

    const { id } = await service.stored(await service.account())
    await context.db.query
      .insertInto('linked_identity')
      .values({ provider: 'school', subject: '1', account_id: id, linked_at: 1 })
      .execute()
    await context.db.query
      .updateTable('account')
      .set({ password_hash: unusableHash })
      .where('id', '=', id)
      .execute()
    const folded = await browser.get(`/admin/accounts/${id}`)
    // The title is up to a second old.
    assert.match(folded.text, /Unlink: (The S|s)chool/)
    const kept = await browser.send(folded, `/admin/accounts/${id}/unlink`, { provider: 'school' })
    assert.match(kept.flash ?? '', /no other way in/)
    const question = await browser.get('/admin/providers/school/remove')
    assert.match(question.text, /Accounts that have no other way in<\/dt><dd>1</)
    const removed = await browser.send(question, '/admin/providers/school/remove')
    assert.deepEqual([removed.path, removed.flash], ['/admin/providers', 'The provider was removed.'])
    assert.equal((await browser.get('/admin/providers/school')).status, 404)
  })
})
