import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { beginDeliveries } from '../../src/jobs/webhooks.ts'
import { onEveryDatabase, operator } from '../service.ts'
import { startReceiver, verified } from '../webhooks/receiver.ts'
import { browserOf } from './browser.ts'

onEveryDatabase('webhooks on pages', (start) => {
  test('an administrator creates one, sees its deliveries, sends one again and deletes it', async (t) => {
    const service = await start({ NORN_WEBHOOK_PRIVATE: 'on' })
    const { context } = service
    const receiver = await startReceiver()
    t.after(() => receiver.close())
    const deliver = async () =>
      void (await Promise.all(await beginDeliveries(context, new AbortController().signal)))
    const boss = await service.account()
    const player = await service.account()
    await grantRole(context, operator, await service.stored(boss), 'admin')
    await grantRole(context, operator, await service.stored(player), 'moderator')
    const moderator = browserOf(service)
    await moderator.signIn(player)
    assert.equal((await moderator.get('/admin/webhooks')).status, 403)

    const browser = browserOf(service)
    await browser.signIn(boss)
    assert.match((await browser.get('/admin')).text, /href="\/admin\/webhooks"/)
    const empty = await browser.get('/admin/webhooks')
    assert.equal(empty.heading, 'Webhooks')
    const good = { url: receiver.url, events: 'account.suspended', format: 'auto', current: boss.password }
    for (const [wrong, alert] of [
      [{ url: 'here' }, /enter an address/],
      [{ events: 'account.suspended\nnothing' }, /events does not exist/],
      [{ format: 'x' }, /one of the formats/],
      [{ current: 'x' }, /password/],
    ] as const) {
      const again = await browser.send(empty, '/admin/webhooks', { ...good, ...wrong })
      assert.deepEqual([again.status, again.heading], [422, 'Webhooks'])
      assert.match(again.alert ?? '', alert)
      assert.match(again.text, /aria-invalid="true"/)
    }
    assert.deepEqual(receiver.received, [])

    const made = await browser.send(empty, '/admin/webhooks', good)
    const [, id = ''] = /^\/admin\/webhooks\/([0-9a-f]{32})$/.exec(made.path) ?? []
    assert.equal(made.flash, 'The webhook was created.')
    const [secret = ''] = /whsec_[A-Za-z0-9+/=]+/.exec(made.text) ?? []
    assert.doesNotMatch((await browser.get(made.path)).text, /whsec_/, 'it is shown once')
    const [entry] = await listAudit(context, { event: 'webhook.created', limit: 1 })
    assert.deepEqual([entry?.actor.id, entry?.details['id']], [boss.id, id])

    service.advance(1)
    await suspendAccount(context, operator, await service.stored(player), { reason: 'griefing' })
    receiver.answers = [503]
    await deliver()
    const waiting = await browser.get(made.path)
    assert.match(waiting.text, /account\.suspended[^]*waiting[^]*503/)
    receiver.answers = [200]
    const sent = await browser.send(waiting, `${made.path}/send`)
    assert.equal(sent.flash, 'It will be sent again within seconds.')
    await deliver()
    const delivered = await browser.get(made.path)
    assert.match(delivered.text, /delivered[^]*200 \(2 attempts\)/)
    const [first] = receiver.received
    assert.ok(first)
    assert.equal(verified(secret, first).data.details.reason, 'griefing')

    const kept = await browser.send(delivered, `${made.path}/delete`, { current: 'x' })
    assert.equal(kept.status, 422)
    const deleted = await browser.send(delivered, `${made.path}/delete`, { current: boss.password })
    assert.deepEqual([deleted.path, deleted.flash], ['/admin/webhooks', 'The webhook was deleted.'])
    assert.equal((await browser.get(made.path)).status, 404)
  })
})
