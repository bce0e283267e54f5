// Webhooks are changed, tested, and made for Discord.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { seal } from '../../src/jobs/seal.ts'
import { beginDeliveries } from '../../src/jobs/webhooks.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { adminClient } from '../wire/admin/api.ts'
import { startReceiver, verified } from './receiver.ts'

const deliver = async ({ context }: RunningService) =>
  void (await Promise.all(await beginDeliveries(context, new AbortController().signal)))

const receivers = async (t: TestContext) => {
  const [one, other] = [await startReceiver(), await startReceiver()]
  t.after(() => Promise.all([one.close(), other.close()]))
  return [one, other] as const
}

const discord = 'https://discord.com/api/webhooks/1/t0ken'

onEveryDatabase('a changed webhook', (start) => {
  const settings = { NORN_WEBHOOK_PRIVATE: 'on' }

  test('sends to its new address, with the same secret', async (t) => {
    const service = await start(settings)
    const [one, other] = await receivers(t)
    const { send } = await adminClient(service)
    const made = (await send('POST', '/webhooks', { url: one.url, events: ['account.*'] })).json
    const path = `/webhooks/${made.id}`
    for (const [body, code] of [
      [{ url: 'ftp://a.example.test/' }, 'webhook_url_malformed'],
      [{ url: `${other.url}#x` }, 'webhook_url_malformed'],
      [{ events: ['nothing'] }, 'malformed'],
      [{ url: other.url, events: ['nothing'] }, 'malformed'],
      [{ secret: 'mine' }, 'malformed'],
    ] as const) {
      const refused = await send('PATCH', path, body)
      assert.deepEqual([refused.status, refused.json.code], [422, code], JSON.stringify(body))
    }
    const { secret, ...shown } = made
    assert.deepEqual((await send('GET', '/webhooks')).json.items, [shown])
    const changed = await send('PATCH', path, { url: other.url, events: ['account.suspended'] })
    assert.deepEqual(changed.json, { ...shown, url: other.url, events: ['account.suspended'] })
    service.advance(1)
    const account = await service.account()
    await suspendAccount(service.context, operator, await service.stored(account), { reason: 'x' })
    await deliver(service)
    assert.deepEqual(one.received, [])
    assert.deepEqual(
      other.received.map((message) => verified(secret, message).type),
      ['account.suspended'],
    )
    const [entry] = await listAudit(service.context, { event: 'webhook.changed', limit: 1 })
    assert.deepEqual(entry?.details, {
      id: made.id,
      origin: new URL(other.url).origin,
      changed: ['url', 'events'],
    })
    assert.equal((await send('PATCH', '/webhooks/nobody', { events: ['*'] })).status, 404)
    const reader = await adminClient(service, { isReadOnly: true })
    assert.equal((await reader.send('PATCH', path, { events: ['*'] })).status, 403)
    assert.equal((await reader.send('POST', `${path}/test`)).status, 403)
  })

  test('that was turned off is on again with a new address, and gets what happens from then on', async (t) => {
    const service = await start(settings)
    const [one, other] = await receivers(t)
    const { send } = await adminClient(service)
    const { id } = (await send('POST', '/webhooks', { url: one.url, events: ['account.suspended'] })).json
    const account = await service.account()
    const suspend = async (reason: string) => {
      service.advance(1)
      await suspendAccount(service.context, operator, await service.stored(account), { reason })
      service.advance(1)
      await deliver(service)
    }
    one.answers = [410]
    await suspend('gone')
    await suspend('unseen')
    await seal(service.context)
    assert.equal((await send('POST', `/webhooks/${id}/test`)).json.code, 'webhook_off')
    assert.equal((await send('PATCH', `/webhooks/${id}`, { events: ['account.*'] })).json.on, false)
    assert.equal((await send('PATCH', `/webhooks/${id}`, { url: other.url })).json.on, true)
    await suspend('seen')
    assert.deepEqual(
      other.received.map(({ body }) => JSON.parse(body).data.details.reason),
      ['seen'],
    )
  })

  test('is tested whatever events it wants, alone, and not more often than its receiver can bear', async (t) => {
    const service = await start(settings)
    const [one, other] = await receivers(t)
    const { send } = await adminClient(service)
    const { id, secret } = (await send('POST', '/webhooks', { url: one.url, events: ['ban.*'] })).json
    await send('POST', '/webhooks', { url: other.url })
    service.advance(1)
    assert.equal((await send('POST', `/webhooks/${id}/test`)).status, 204)
    await deliver(service)
    assert.deepEqual(
      one.received.map((message) => verified(secret, message).type),
      ['webhook.tested'],
    )
    assert.ok(!other.received.some(({ body }) => body.includes('webhook.tested')))
    const { items } = (await send('GET', `/webhooks/${id}/deliveries`)).json
    assert.deepEqual([items[0].event, items[0].state], ['webhook.tested', 'delivered'])
    for (let count = 1; count < 10; count++) await send('POST', `/webhooks/${id}/test`)
    const tooMany = await send('POST', `/webhooks/${id}/test`)
    assert.equal(tooMany.status, 429)
    assert.ok(Number(tooMany.headers.get('retry-after')) > 0)
    assert.equal((await send('POST', '/webhooks/nobody/test')).status, 404)
  })

  test('for Discord has no secret, and by default the events that people want to read', async () => {
    const service = await start(settings)
    const { send } = await adminClient(service)
    const { json } = await send('POST', '/webhooks', { url: discord })
    assert.equal(json.secret, undefined)
    assert.ok(json.events.includes('account.suspended') && json.events.length > 5)
    for (const noise of ['*', 'session.started', 'token.issued', 'grant.given', 'account.*']) {
      assert.ok(!json.events.includes(noise), noise)
    }
    const chosen = await send('POST', '/webhooks', { url: discord, events: ['*'] })
    assert.deepEqual(chosen.json.events, ['*'])
    const program = await send('POST', '/webhooks', { url: 'https://bot.example.test/' })
    assert.deepEqual(program.json.events, ['*'])
    assert.match(program.json.secret, /^whsec_/)
    // One that a program reads from now on can be verified.
    const moved = await send('PATCH', `/webhooks/${json.id}`, { url: 'https://bot.example.test/' })
    assert.equal(moved.json.format, 'standard')
    assert.match(moved.json.secret, /^whsec_/)
    const back = await send('PATCH', `/webhooks/${json.id}`, { url: discord })
    assert.deepEqual([back.json.format, back.json.secret], ['discord', undefined])
  })

  test('is changed and tested on its page', async (t) => {
    const service = await start(settings)
    const [one, other] = await receivers(t)
    const boss = await service.account()
    await grantRole(service.context, operator, await service.stored(boss), 'admin')
    const browser = browserOf(service)
    await browser.signIn(boss)
    const list = await browser.get('/admin/webhooks')
    const made = await browser.send(list, '/admin/webhooks', {
      url: one.url,
      events: 'ban.*',
      format: 'discord',
    })
    assert.doesNotMatch(made.text, /whsec_/)
    const tested = await browser.send(made, `${made.path}/test`)
    assert.match(tested.flash ?? '', /test will be sent/)
    await deliver(service)
    assert.equal(JSON.parse(one.received[0]?.body ?? '{}').embeds[0].title, 'webhook tested')
    assert.match((await browser.get(made.path)).text, /Webhook tested[^]*delivered/)

    const path = `${made.path}/change`
    assert.ok(made.text.includes(`href="${path}"`))
    service.advance(15 * 60_000 + 1)
    const form = await browser.get(path)
    const wanted = { url: other.url, events: 'account.suspended' }
    assert.equal((await browser.send(form, path, wanted)).status, 422)
    const current = boss.password
    const wrong = await browser.send(form, path, { ...wanted, events: 'nothing', current })
    assert.match(wrong.alert ?? '', /Nothing was changed/)
    const done = await browser.send(wrong, path, { ...wanted, current })
    assert.equal(done.flash, 'The webhook was changed.')
    assert.ok(done.text.includes(other.url) && done.text.includes('account.suspended'))
  })
})
