// An administrator suspends a player: what each instance, the webhook receiver and the why page show.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantRole } from '../../src/domain/accounts/roles.ts'
import { beginDeliveries } from '../../src/jobs/webhooks.ts'
import { operator, type RunningService } from '../service.ts'
import { browserOf } from '../web/browser.ts'
import { startReceiver, verified } from '../webhooks/receiver.ts'
import { join, startInstances } from './instances.ts'

test('a suspension in the browser: no join on another instance, a signed webhook, and an explanation', async (t) => {
  const instances = await startInstances(t, { NORN_WEBHOOK_PRIVATE: 'on' })
  const [first, second, third] = instances
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const deliver = async ({ context }: RunningService) =>
    void (await Promise.all(await beginDeliveries(context, new AbortController().signal)))
  const boss = await first.account({ username: 'Boss', email: 'boss@example.test' })
  const player = await first.account({ username: 'Steve', email: 'steve@example.test' })
  await grantRole(first.context, operator, await first.stored(boss), 'admin')
  const token = await second.signIn(player)
  assert.equal((await join(second, player, token, 'before')).status, 200)

  const browser = browserOf(first)
  await browser.signIn(boss)
  const hook = { url: receiver.url, events: 'account.suspended', format: 'standard' }
  const made = await browser.send(await browser.get('/admin/webhooks'), '/admin/webhooks', hook)
  const [secret = ''] = /whsec_[A-Za-z0-9+/=]+/.exec(made.text) ?? []
  const path = `/admin/accounts/${player.id}`
  const suspended = await browser.send(await browser.get(path), `${path}/suspend`, { reason: 'griefing' })
  assert.equal(suspended.flash, 'The account is suspended.')

  const refused = await join(second, player, token, 'after')
  assert.equal(refused.status, 401, refused.text)
  const line = await second.logLine(refused)
  assert.deepEqual([line.username, line.detail ?? line.reason], ['Steve', 'account_suspended'])

  receiver.answers = [503]
  await deliver(first)
  assert.equal(receiver.received.length, 1)
  receiver.answers = [204]
  // The instance that tried may have ended: another one tries again.
  for (const instance of instances) instance.advance(60_000)
  await deliver(third)
  await deliver(third)
  const events = receiver.received.map((message) => verified(secret, message))
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 1)
  assert.deepEqual(events.length, 2)
  assert.deepEqual(events[1], events[0])
  assert.deepEqual(
    [events[1].type, events[1].data.account, events[1].data.actor, events[1].data.details.reason],
    ['account.suspended', player.id, { kind: 'account', id: boss.id, name: 'Boss' }, 'griefing'],
  )

  await second.context.attempts.flush()
  const why = await browser.get('/admin/why?name=steve')
  assert.equal(why.heading, "Why can't Steve join?")
  assert.match(why.text, /griefing/)
  const trail = await browser.get(path)
  assert.match(trail.text, /account\.suspended[^]*Boss/)
})
