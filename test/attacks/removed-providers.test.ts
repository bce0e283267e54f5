// A provider that is removed while people come back from it: they are told that it is gone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGroup } from '../../src/domain/community/groups.ts'
import { linkIdentity } from '../../src/domain/identities/link.ts'
import { followGroups } from '../../src/domain/identities/memberships.ts'
import { removeProvider } from '../../src/domain/providers/providers.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { comeBack, form, providerOf } from '../web/provider.ts'
import { adminClient } from '../wire/admin/api.ts'

const person = { sub: 'st-1', preferred_username: 'Steve', email: 'steve@example.test' }

onEveryDatabase('a provider that was removed', (start) => {
  for (const confirm of ['on', 'off'] as const) {
    test(`registers nobody who has come back from it before (confirmation ${confirm})`, async (t) => {
      const service = await start({ NORN_REGISTRATION: 'open', NORN_CONFIRM_EMAIL: confirm })
      const { context } = service
      const mock = await providerOf(t, service)
      const browser = browserOf(service)
      const page = await comeBack(browser, mock, person)
      assert.equal(page.path, form)
      // What an instance knows of providers may be a second old.
      const known = await context.knownProviders.all()
      await removeProvider(context, operator, 'school')
      t.mock.method(context.knownProviders, 'all', () => Promise.resolve(known))
      const refused = await browser.send(page, form, { username: 'Steve', email: person.email })
      assert.deepEqual([refused.status, refused.heading], [404, 'Sign in'], refused.text)
      assert.equal((await service.logLine(refused)).reason, 'provider_gone')
      for (const table of ['account', 'registration'] as const) {
        assert.deepEqual(await context.db.query.selectFrom(table).selectAll().execute(), [])
      }
    })
  }

  test('links nobody and makes nobody a member', async (t) => {
    const service = await start()
    const { context } = service
    await providerOf(t, service)
    await createGroup(context, operator, { name: 'staff' })
    const account = await service.account()
    const profile = await service.stored(account)
    await removeProvider(context, operator, 'school')
    const provider = { name: 'school', guild: null, groupMap: {} }
    const identity = { subject: 's', isEmailVerified: false }
    await assert.rejects(linkIdentity(context, operator, account, { provider, identity }), {
      reason: 'provider_gone',
    })
    await followGroups(context, operator, { provider, subject: 's', values: ['staff'] }, profile)
    assert.deepEqual(await context.db.query.selectFrom('group_member').selectAll().execute(), [])
    const api = await adminClient(service)
    const answer = await api.send('PUT', `/accounts/${account.id}/linked/school`, { subject: 's' })
    assert.equal(answer.status, 404)
  })
})
