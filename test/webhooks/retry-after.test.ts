// A receiver that answers 429 or 503 says how long it wants to be left alone.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { createWebhook, deleteWebhook } from '../../src/domain/webhooks/webhooks.ts'
import { beginDeliveries } from '../../src/jobs/webhooks.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { startReceiver } from './receiver.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const never = new AbortController().signal

async function scene(t: TestContext, service: RunningService) {
  const { context } = service
  const send = async () => void (await Promise.all(await beginDeliveries(context, never)))
  await send()
  const receiver = await startReceiver()
  const given = { url: receiver.url, events: ['account.suspended'], format: undefined }
  const { webhook } = await createWebhook(context, operator, given)
  t.after(async () => {
    await receiver.close()
    await deleteWebhook(context, operator, webhook.id)
  })
  service.advance(1)
  const account = await service.account()
  const happens = async (reason: string) => {
    await suspendAccount(context, operator, await service.stored(account), { reason, until: null })
    service.advance(1)
  }
  return { receiver, send, happens }
}

onEveryDatabase('Retry-After', (start) => {
  let common: Promise<RunningService> | undefined
  const shared = () => (common ??= start({ NORN_WEBHOOK_PRIVATE: 'on' }))
  const inSeconds = (service: RunningService, seconds: number) =>
    new Date(Math.ceil(service.now() / 1000) * 1000 + seconds * 1000).toUTCString()

  for (const [status, header, pauseMs] of [
    [429, () => '90', 90 * secondMs],
    [503, () => '240', 240 * secondMs],
    [429, () => '17.5', 17_500],
    [503, (service: RunningService) => inSeconds(service, 120), 120 * secondMs],
    [429, () => '999999', 60 * minuteMs],
    [429, () => '99999999999999', 60 * minuteMs],
    // The schedule is the least.
    [429, () => '1', 5 * secondMs],
    [503, () => '0', 5 * secondMs],
    [503, (service: RunningService) => inSeconds(service, -500), 5 * secondMs],
    [429, () => '-90', 5 * secondMs],
    [429, () => 'soon', 5 * secondMs],
    [429, () => '2099', 2099 * secondMs],
    [500, () => '90', 5 * secondMs],
    [408, () => '90', 5 * secondMs],
  ] as const) {
    test(`after ${status} with "${header({ now: () => 0 } as RunningService)}", the next try is ${pauseMs / 1000} s later`, async (t) => {
      const service = await shared()
      const { receiver, send, happens } = await scene(t, service)
      await happens('first')
      receiver.answers = [status]
      receiver.headers = { 'retry-after': header(service) }
      await send()
      assert.equal(receiver.received.length, 1)
      receiver.answers = [204]
      receiver.headers = {}
      service.advance(pauseMs - 1001)
      await send()
      assert.equal(receiver.received.length, 1, 'not yet')
      service.advance(2001)
      await send()
      assert.equal(receiver.received.length, 2)
    })
  }

  test('meanwhile the receiver is not asked with other deliveries either, which arrive afterwards', async (t) => {
    const service = await shared()
    const { receiver, send, happens } = await scene(t, service)
    await happens('first')
    await happens('second')
    receiver.answers = [429]
    receiver.headers = { 'retry-after': '600' }
    await send()
    assert.equal(receiver.received.length, 1, 'one answer is enough')
    receiver.answers = [204]
    receiver.headers = {}
    await happens('third')
    service.advance(9 * minuteMs)
    await send()
    assert.equal(receiver.received.length, 1)
    service.advance(minuteMs)
    await send()
    const said = receiver.received.map(({ body }) => JSON.parse(body).data.details.reason)
    assert.deepEqual(said.toSorted(), ['first', 'first', 'second', 'third'])
  })
})
