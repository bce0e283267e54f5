// Webhook events did not name the player.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealNextEntries } from '../../src/domain/audit/seal.ts'
import { feedWebhooks } from '../../src/domain/webhooks/feed.ts'
import { deliveryBody } from '../../src/jobs/webhook-body.ts'
import { allWebhooks } from '../../src/storage/records/webhooks.ts'
import { onEveryDatabase } from '../service.ts'
import { adminClient } from '../wire/admin/api.ts'

onEveryDatabase('events of webhooks', (start) => {
  test('an event contains the username that the account had at the time', async () => {
    const service = await start()
    const { context } = service
    const { send } = await adminClient(service)
    const format = 'standard'
    assert.equal(
      (await send('POST', '/webhooks', { url: 'https://bot.example.org/norn', format })).status,
      201,
    )
    const step = async (method: string, path: string, body?: unknown) => {
      service.advance(1000)
      assert.ok((await send(method, path, body)).status < 300, path)
    }
    const { id } = await service.account({ username: 'Steve' })
    await step('POST', `/accounts/${id}/suspend`, { reason: 'griefing' })
    await step('PATCH', `/accounts/${id}`, { username: 'Alex' })
    await step('POST', `/accounts/${id}/restore`)
    const gone = await service.account({ username: 'Gone' })
    await step('DELETE', `/accounts/${gone.id}`)
    service.advance(1000)
    while (await sealNextEntries(context));
    await feedWebhooks(context, await allWebhooks(context.db))
    const rows = await context.db.query.selectFrom('webhook_delivery').selectAll().orderBy('id').execute()
    const received = await Promise.all(
      rows.map(async (row) => {
        const { type, data } = JSON.parse(await deliveryBody(context.db, format, row))
        return [type, data.username, data.account]
      }),
    )
    const of = (...events: string[]) => received.filter(([event]) => events.includes(event))
    assert.deepEqual(of('account.suspended', 'account.renamed', 'account.restored', 'account.deleted'), [
      ['account.suspended', 'Steve', id],
      ['account.renamed', 'Alex', id],
      ['account.restored', 'Alex', id],
      ['account.deleted', 'Gone', gone.id],
    ])
    assert.deepEqual(of('webhook.created'), [['webhook.created', null, null]])
  })
})
