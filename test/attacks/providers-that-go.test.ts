// A provider is removed, or an account is unlinked from it, while somebody comes in through it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGroup } from '../../src/domain/community/groups.ts'
import { groupsOf } from '../../src/domain/community/members.ts'
import { followGroups } from '../../src/domain/identities/memberships.ts'
import { linkSubject, unlinkProvider } from '../../src/domain/identities/operator.ts'
import { findProvider, removeProvider } from '../../src/domain/providers/providers.ts'
import { signed } from '../neighbours/authorization-server.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { addProvider, proved, providerOf } from '../web/provider.ts'

const steve = { sub: 'st-1', preferred_username: 'Steve', email: 'steve@example.org', email_verified: true }

const remove = ({ context }: RunningService) =>
  removeProvider(context, operator, 'school', { force: true }).catch(() => undefined)

const storedBy = async ({ context }: RunningService) => {
  const { query } = context.db
  const tables = ['account', 'linked_identity', 'registration'] as const
  return Promise.all(
    tables.map(async (table) => (await query.selectFrom(table).selectAll().execute()).length),
  )
}

// Closing the service fails if anything was logged as unexpected.
onEveryDatabase('providers that go', (start) => {
  test('nobody is linked to a provider that was removed while it was asked', async (t) => {
    const service = await start()
    const mock = await providerOf(t, service)
    const account = await service.account()
    const browser = browserOf(service)
    await browser.signIn(account)
    const leading = await browser.send(await browser.get('/account/linked'), '/account/linked/with', {
      provider: 'school',
    })
    const asked = new URL(leading.headers.get('refresh')?.replace('0; url=', '') ?? '')
    mock.signs = async (claims) => {
      await remove(service)
      return signed(claims)
    }
    const answer = await browser.get(proved(mock, asked, steve))
    assert.equal(answer.status, 404)
    assert.match(answer.alert ?? '', /no longer possible/)
    assert.deepEqual(await storedBy(service), [1, 0, 0])
  })

  test('no membership is made for somebody who was unlinked meanwhile', async () => {
    const service = await start()
    const { context } = service
    await addProvider(service, 'http://127.0.0.1:9')
    await createGroup(context, operator, { name: 'staff' })
    const account = await service.account()
    const provider = await findProvider(context, 'school')
    await linkSubject(context, operator, account, { provider: 'school', subject: 'st-1' })
    await unlinkProvider(context, operator, account, 'school')
    const said = { provider, subject: 'st-1', values: ['staff'] }
    await followGroups(context, operator, said, account)
    assert.deepEqual(await groupsOf(context, account), [])
  })
})
