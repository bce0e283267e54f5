// Webhooks as a resource of the API; deliveries are tested in test/webhooks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAudit } from '../../../src/domain/audit/list.ts'
import { beginDeliveries } from '../../../src/jobs/webhooks.ts'
import { onEveryDatabase } from '../../service.ts'
import { startReceiver, verified } from '../../webhooks/receiver.ts'
import { adminClient } from './api.ts'

onEveryDatabase('webhooks over the API', (start) => {
  test('can be created (up to a hundred), listed, read, sent again and deleted', async (t) => {
    const service = await start({ NORN_WEBHOOK_PRIVATE: 'on' })
    const receiver = await startReceiver()
    t.after(() => receiver.close())
    const { send, id: tokenId } = await adminClient(service)
    const deliver = async () =>
      void (await Promise.all(await beginDeliveries(service.context, new AbortController().signal)))

    const events = ['account.suspended', 'webhook.*']
    const made = await send('POST', '/webhooks', { url: receiver.url, events })
    assert.equal(made.status, 201)
    const { secret, ...webhook } = made.json
    assert.deepEqual(webhook, {
      id: webhook.id,
      url: receiver.url,
      events,
      format: 'standard',
      on: true,
      createdAt: new Date(service.now()).toISOString(),
    })
    assert.deepEqual((await send('GET', '/webhooks')).json, { items: [webhook], next: null })

    service.advance(1)
    const { id } = await service.account()
    await send('POST', `/accounts/${id}/suspend`, { reason: 'griefing' })
    receiver.answers = [200, 500]
    await deliver()
    const told = receiver.received.map((message) => verified(secret, message).data)
    assert.deepEqual(
      told.map(({ event, actor }) => [event, actor.kind, actor.id]),
      [
        ['webhook.created', 'api', tokenId],
        ['account.suspended', 'api', tokenId],
      ],
    )
    const path = `/webhooks/${webhook.id}/deliveries`
    const { items, next } = (await send('GET', `${path}?limit=1`)).json
    const at = new Date(service.now()).toISOString()
    assert.deepEqual(items, [
      {
        id: told[1].id,
        event: 'account.suspended',
        at: told[1].at,
        attempts: [{ at, status: 500 }],
        state: 'waiting',
      },
    ])
    const second = (await send('GET', `${path}?limit=1&after=${next}`)).json
    assert.deepEqual(
      [second.items[0].state, second.items[0].id, second.next],
      ['delivered', told[0].id, null],
    )
    receiver.answers = [200]
    assert.equal((await send('POST', `${path}/${told[1].id}/send`)).status, 204)
    await deliver()
    assert.equal((await send('GET', path)).json.items[0].state, 'delivered')

    assert.equal((await send('DELETE', `/webhooks/${webhook.id}`)).status, 204)
    assert.equal((await send('GET', path)).json.code, 'unknown')
    const [deleted] = await listAudit(service.context, { event: 'webhook.deleted', limit: 1 })
    assert.deepEqual([deleted?.details, deleted?.actor.id], [{ id: webhook.id }, tokenId])

    assert.equal((await send('POST', '/webhooks', { url: receiver.url })).status, 201)
    const { query } = service.context.db
    const row = await query.selectFrom('webhook').selectAll().executeTakeFirstOrThrow()
    const rows = Array.from({ length: 99 }, (_, number) => ({ ...row, id: `${number}` }))
    await query.insertInto('webhook').values(rows).execute()
    const refused = await send('POST', '/webhooks', { url: receiver.url })
    assert.deepEqual([refused.status, refused.json.code], [422, 'too_many'])
  })
})
