// A deleted application gives nobody access. Within an hour it can be brought back, without its tokens.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { renewSecret } from '../../src/domain/oauth/clients.ts'
import { deleteClient } from '../../src/domain/oauth/deleted-clients.ts'
import { listDeletions } from '../../src/domain/operation/deletions.ts'
import { undoDeletion } from '../../src/domain/operation/undo-deletion.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { adminClient } from '../wire/admin/api.ts'
import { application, authorizePath, post, redeemCode } from '../wire/oauth2/oauth.ts'

const hour = 3_600_000

/** Returns the id of the last deletion. */
const lastDeletion = async ({ context }: RunningService): Promise<string> =>
  (await listDeletions(context)).at(-1)?.id ?? 'none'

async function signedInTo(service: RunningService) {
  const [app, player] = [await application(service, { name: 'Forum' }), await service.account()]
  const browser = browserOf(service)
  await browser.signIn(player)
  const consent = await browser.get(authorizePath(app))
  const { sentTo } = await browser.send(consent, consent.path, { answer: 'allow' })
  const { json } = await redeemCode(service, app, sentTo?.searchParams.get('code') ?? '')
  const isActive = async (headers = app.headers) => {
    const { status, json: told } = await post(
      service,
      '/oauth2/introspect',
      { token: json.access_token },
      headers,
    )
    return status === 200 ? told.active : told.error
  }
  return { app, browser, isActive }
}

onEveryDatabase('the deletion of an application', (start) => {
  test('ends its access at once; undone, it has its secret, and neither consents nor tokens', async () => {
    const service = await start()
    const { app, browser, isActive } = await signedInTo(service)
    const { send } = await adminClient(service)
    assert.equal(await isActive(), true)
    assert.equal((await send('DELETE', `/clients/${app.id}`)).status, 204)
    assert.equal(await isActive(), 'invalid_client')
    assert.equal((await browser.get(authorizePath(app))).status, 400)
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['POST', '/secret'],
      ['DELETE', ''],
    ] as const) {
      const answer = await send(method, `/clients/${app.id}${path}`, method === 'PATCH' ? {} : undefined)
      assert.equal(answer.status, 404, `${method} ${path}`)
    }
    const { items } = (await send('GET', '/deletions')).json
    const [{ id }] = items
    const restorableUntil = new Date(service.now() + hour).toISOString()
    assert.deepEqual(items, [{ id, kind: 'client', name: app.id, title: 'Forum', restorableUntil }])

    const reader = await adminClient(service, { isReadOnly: true })
    assert.equal((await reader.send('POST', `/deletions/${id}/undo`)).status, 403)
    const [first, second] = await Promise.all([1, 2].map(() => send('POST', `/deletions/${id}/undo`)))
    assert.deepEqual([first?.status, second?.status].toSorted(), [200, 404], 'of two at once one')
    assert.equal(await isActive(), false, 'its secret is right, its token has ended')
    assert.equal((await send('GET', `/clients/${app.id}`)).json.grants, 0)
    const again = await browser.get(authorizePath(app))
    assert.deepEqual([again.status, again.path.startsWith('/oauth2/')], [200, true], 'it asks again')
    const events = (await listAudit(service.context, { limit: 9 })).map(({ event }) => event)
    assert.deepEqual(events.filter((event) => event.startsWith('client.')).toSorted(), [
      'client.created',
      'client.deleted',
      'client.restored',
    ])
  })

  test('leaves replaced secrets ended, and is final after an hour', async () => {
    const service = await start()
    const { context } = service
    const { app, isActive } = await signedInTo(service)
    await renewSecret(context, operator, app.id)
    await deleteClient(context, operator, app.id)
    await undoDeletion(context, operator, await lastDeletion(service))
    assert.equal(await isActive(), 'invalid_client', 'the secret that was renewed as it had leaked')
    await deleteClient(context, operator, app.id)
    const id = await lastDeletion(service)
    service.advance(hour)
    const { send } = await adminClient(service)
    assert.deepEqual((await send('GET', '/deletions')).json.items, [])
    assert.equal((await send('POST', `/deletions/${id}/undo`)).status, 404)
    await sweep(context)
    assert.deepEqual(await context.db.query.selectFrom('deletion').selectAll().execute(), [])
  })

  test('is undone on the page by administrators who prove who they are', async () => {
    const service = await start()
    const { app } = await signedInTo(service)
    const [boss, helper] = [await service.account(), await service.account()]
    await grantRole(service.context, operator, await service.stored(boss), 'admin')
    await grantRole(service.context, operator, await service.stored(helper), 'moderator')
    await deleteClient(service.context, operator, app.id)
    const path = `/admin/deletions/${await lastDeletion(service)}/undo`
    const moderator = browserOf(service)
    await moderator.signIn(helper)
    assert.equal((await moderator.get(path)).status, 403)
    const browser = browserOf(service)
    await browser.signIn(boss)
    service.advance(16 * 60_000)
    const list = await browser.get('/admin/clients')
    assert.match(
      list.text,
      new RegExp(`Deleted within the last hour[^]*Forum[^]*method="get" action="${path}"`),
    )
    const question = await browser.get(path)
    assert.match(question.text, /gets its settings and its secret back/)
    const unproved = await browser.send(question, path, { current: 'x' })
    assert.deepEqual([unproved.status, (await browser.get(path)).status], [422, 200])
    const back = await browser.send(question, path, { current: boss.password })
    assert.deepEqual([back.path, back.flash], [`/admin/clients/${app.id}`, 'It is back.'])
    assert.ok(!(await browser.get('/admin/clients')).text.includes('Deleted within'))
    assert.equal((await browser.get(path)).status, 404)
  })
})
