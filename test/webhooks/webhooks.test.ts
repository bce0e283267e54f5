// Events are delivered to their subscribers (docs/decisions/0051-webhooks.md, contract: Webhooks).
import assert from 'node:assert/strict'
import dns from 'node:dns'
import { type TestContext, test } from 'node:test'
import { restoreAccount, suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { listAudit } from '../../src/domain/audit/list.ts'
import { record } from '../../src/domain/audit/record.ts'
import { removeSecret } from '../../src/domain/operation/encryption.ts'
import { listDeliveries, sendAgain } from '../../src/domain/webhooks/deliveries.ts'
import { createWebhook, deleteWebhook, listWebhooks } from '../../src/domain/webhooks/webhooks.ts'
import { Metrics } from '../../src/http/observe/metrics.ts'
import { sweep } from '../../src/jobs/sweep.ts'
import { beginDeliveries } from '../../src/jobs/webhooks.ts'
import { Refused } from '../../src/model/errors/refusal.ts'
import { onEveryDatabase, operator, type RunningService } from '../service.ts'
import { type Receiver, startReceiver, verified } from './receiver.ts'

const allowed = { NORN_WEBHOOK_PRIVATE: 'on' }
const secondMs = 1000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const never = new AbortController().signal
const begin = ({ context }: RunningService) => beginDeliveries(context, never)
const send = async (service: RunningService) => void (await Promise.all(await begin(service)))

const hook = async (t: TestContext, service: RunningService, events: string[] = ['account.*']) => {
  const receiver = await startReceiver()
  const given = { url: `${receiver.url}?token=t0ken`, events, format: undefined }
  const { webhook, secret } = await createWebhook(service.context, operator, given)
  t.after(async () => {
    await receiver.close()
    // Not by the use case, which refuses once another process has changed the secret.
    await service.context.db.query.deleteFrom('webhook').where('id', '=', webhook.id).execute()
  })
  // Entries of one millisecond have no order.
  service.advance(1)
  return { receiver, secret: secret ?? '', id: webhook.id, webhook }
}

const suspend = async (service: RunningService, account: { id: string }, reason: string) => {
  await suspendAccount(service.context, operator, await service.stored(account), { reason, until: null })
  service.advance(1)
}

const reasons = ({ received }: Receiver) =>
  received.map(({ body }) => JSON.parse(body).data.details.reason ?? JSON.parse(body).type)

const deliveries = ({ context }: RunningService, webhookId: string) =>
  listDeliveries(context, { webhookId, limit: 2000 })

const refused = (reason: string) => (error: unknown) => error instanceof Refused && error.reason === reason

onEveryDatabase('webhooks', (start) => {
  let common: Promise<RunningService> | undefined
  const shared = () => (common ??= start(allowed))

  test('the metrics show how much is queued, and since when, emails included', async (t) => {
    const service = await start(allowed)
    const { receiver } = await hook(t, service, ['account.suspended'])
    const account = await service.account()
    const metrics = new Metrics(service.context)
    const outboxes = async () => {
      const series = (await metrics.text()).matchAll(/^norn_outbox_(\w+)\{outbox="(\w+)"\} (\S+)$/gm)
      return Object.fromEntries([...series].map(([, name, of, value]) => [`${name} ${of}`, Number(value)]))
    }
    const oldest = service.now() / 1000
    assert.deepEqual(await outboxes(), { 'waiting mail': 0, 'waiting webhooks': 0 })
    receiver.answers = [503]
    await suspend(service, account, 'spam')
    service.advance(secondMs)
    await suspend(service, account, 'more spam')
    await send(service)
    assert.deepEqual(await outboxes(), {
      'waiting mail': 2,
      'oldest_timestamp_seconds mail': oldest,
      'waiting webhooks': 2,
      'oldest_timestamp_seconds webhooks': oldest,
    })
    receiver.answers = []
    service.advance(dayMs)
    await send(service)
    await send(service)
    const { 'waiting webhooks': waiting, 'oldest_timestamp_seconds webhooks': since } = await outboxes()
    assert.deepEqual([waiting, since], [0, undefined])
  })

  test('events arrive in order, signed as the specification says', async (t) => {
    const service = await start({ ...allowed, NORN_SECRET: 'a secret of at least 32 characters, all in all' })
    const { context } = service
    const account = await service.account()
    service.advance(1)
    const all = await hook(t, service, [])
    const some = await hook(t, service, ['account.suspended', 'account.restored', 'key.*'])
    await suspend(service, account, 'griefing “Zoë”')
    await service.account()
    service.advance(1)
    await restoreAccount(context, operator, await service.stored(account))
    await send(service)

    assert.deepEqual(all.webhook.events, ['*'])
    assert.match(all.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const told = all.receiver.received.map((message) => verified(all.secret, message))
    assert.deepEqual(
      told.map(({ type }) => type),
      ['webhook.created', 'webhook.created', 'account.suspended', 'account.created', 'account.restored'],
      'its own creation is the first event',
    )
    assert.deepEqual(reasons(some.receiver), ['griefing “Zoë”', 'account.restored'])
    const [first] = some.receiver.received
    assert.ok(first)
    const [entry] = await listAudit(context, { event: 'account.suspended', limit: 1 })
    assert.deepEqual(verified(some.secret, first), {
      type: 'account.suspended',
      timestamp: entry?.at,
      data: { ...entry, username: account.username },
    })
    assert.equal(first.id, entry?.id)
    assert.equal(first.timestamp, Math.floor(service.now() / 1000))
    assert.equal(first.headers['content-type'], 'application/json')
    assert.throws(() => verified(all.secret, first), /No matching signature/)
    assert.throws(() => verified(some.secret, { ...first, body: first.body.replace('Zoë', 'Zoe') }))

    await send(service)
    assert.equal(some.receiver.received.length, 2, 'a delivered event is not sent again')
    const rows = JSON.stringify(await context.db.query.selectFrom('webhook').selectAll().execute())
    const audit = JSON.stringify(await listAudit(context, { event: 'webhook.created', limit: 9 }))
    for (const secret of [all.secret, 't0ken']) {
      assert.ok(!rows.includes(secret), 'a copy of the database contains none of it')
      assert.ok(!audit.includes(secret))
      assert.ok(!service.log.join().includes(secret))
    }
    const shown = (await listWebhooks(context)).map(({ url }) => url)
    assert.deepEqual(shown, [all.webhook.url, some.webhook.url])
    await removeSecret(context, operator, context.secrets)
    const [plaintext] = await context.db.query
      .selectFrom('webhook')
      .selectAll()
      .orderBy('created_at')
      .execute()
    assert.deepEqual([plaintext?.url, plaintext?.secret], [all.webhook.url, all.secret])
  })

  test('a receiver that is down is retried on schedule, and nothing else is sent to it meanwhile', async (t) => {
    const service = await shared()
    const { receiver, id, secret } = await hook(t, service, ['account.suspended'])
    const elsewhere = await startReceiver()
    t.after(() => elsewhere.close())
    const account = await service.account()
    await suspend(service, account, 'first')
    receiver.answers = [500, elsewhere.url, 408, 425, 429, 503]
    await send(service)
    const pauses = [
      5 * secondMs,
      300 * secondMs,
      hourMs / 2,
      ...[2, 5, 10, 14, 20, 24].map((h) => h * hourMs),
    ]
    const times = [service.now()]
    for (const [index, pause] of pauses.entries()) {
      service.advance(pause - 1)
      await send(service)
      assert.equal(receiver.received.length, index + 1, 'not yet')
      service.advance(1)
      times.push(service.now())
      if (index === pauses.length - 1) break
      await send(service)
      assert.equal(receiver.received.length, index + 2)
    }
    const messages = receiver.received
    assert.equal(new Set(messages.map((message) => message.id)).size, 1, 'webhook-id stays')
    assert.equal(new Set(messages.map((message) => message.body)).size, 1)
    assert.deepEqual(
      messages.map(({ timestamp }) => timestamp),
      times.slice(0, -1).map((time) => Math.floor(time / 1000)),
    )
    for (const message of messages) verified(secret, message)

    await send(service)
    assert.deepEqual(elsewhere.received, [], 'redirects are not followed')
    assert.deepEqual(reasons(receiver), Array(10).fill('first'))
    const [first] = await deliveries(service, id)
    assert.equal(first?.state, 'failed')
    assert.deepEqual(
      first?.attempts,
      times.map((at, index) => ({ at, status: [500, 307, 408, 425, 429][index] ?? 503 })),
    )

    // What happens meanwhile is not tried event by event, and all of it arrives once the receiver is back.
    for (const reason of ['second', 'third', 'fourth']) await suspend(service, account, reason)
    await send(service)
    assert.equal(receiver.received.length, 10)
    service.advance(2 * hourMs)
    receiver.answers = [200]
    await send(service)
    assert.deepEqual(reasons(receiver).slice(10), ['second', 'third', 'fourth'])

    await sendAgain(service.context, operator, id, first?.id ?? '')
    await send(service)
    assert.equal(receiver.received.at(-1)?.id, messages[0]?.id)
    assert.ok((await deliveries(service, id)).every(({ state }) => state === 'delivered'))
    await assert.rejects(sendAgain(service.context, operator, id, 'none'), refused('unknown'))
  })

  test('a missing or invalid answer counts as an attempt; sending again does not wait for the schedule', async (t) => {
    const service = await shared()
    const { receiver, id } = await hook(t, service, ['account.suspended'])
    const account = await service.account()
    await suspend(service, account, 'first')
    // After switching to another protocol, this one is silent.
    receiver.answers = [101]
    await send(service)
    assert.equal((await deliveries(service, id))[0]?.attempts[0]?.problem, 'connection')
    await receiver.close()
    service.advance(5 * secondMs)
    await send(service)
    const [waiting] = await deliveries(service, id)
    assert.deepEqual(
      [waiting?.state, waiting?.attempts.at(-1)],
      ['waiting', { at: service.now(), status: null, problem: 'connection' }],
    )
    assert.ok(service.log.some((line) => line.includes('"retryAfter":300') && line.includes(id)))
    await sendAgain(service.context, operator, id, waiting?.id ?? '')
    await send(service)
    assert.equal((await deliveries(service, id))[0]?.attempts.length, 3)
  })

  test('a delivery that its receiver refuses for good is given up, and the others are sent', async (t) => {
    const service = await shared()
    const { receiver, id } = await hook(t, service, ['account.suspended'])
    const account = await service.account()
    const statuses = [400, 401, 403, 404, 405, 413, 415, 422, 451, 499]
    for (const status of statuses) await suspend(service, account, `${status}`)
    await suspend(service, account, 'well')
    receiver.answers = [...statuses, 204]
    await send(service)
    assert.deepEqual(reasons(receiver), [...statuses.map(String), 'well'])
    const found = await deliveries(service, id)
    assert.deepEqual(
      found.map(({ state, attempts }) => [state, attempts.length, attempts[0]?.status]),
      [['delivered', 1, 204], ...statuses.toReversed().map((status) => ['failed', 1, status])],
    )
    service.advance(dayMs)
    await send(service)
    assert.equal(receiver.received.length, 11)
    assert.ok((await listWebhooks(service.context)).find((each) => each.id === id)?.isOn)
  })

  test('a delivery at which its receiver fails keeps no other one waiting', async (t) => {
    const service = await shared()
    const { receiver, id } = await hook(t, service, ['account.suspended'])
    const account = await service.account()
    const names = Array.from({ length: 8 }, (_, at) => `${at}`)
    for (const reason of names) await suspend(service, account, reason)
    // The receiver stumbles over two deliveries, one after the other.
    const stumbles = ['1', '2']
    receiver.before = async () => {
      receiver.answers = [stumbles.includes(reasons(receiver).at(-1)) ? 500 : 204]
    }
    await send(service)
    assert.deepEqual(reasons(receiver), ['0', '1', '2'])
    service.advance(5 * secondMs)
    await send(service)
    const states = async () =>
      Object.fromEntries(
        (await deliveries(service, id)).map(({ state }, index) => [names.at(-1 - index), state]),
      )
    assert.deepEqual(await states(), {
      ...Object.fromEntries(names.map((name) => [name, 'delivered'])),
      1: 'waiting',
      2: 'waiting',
    })
    await suspend(service, account, 'later')
    await send(service)
    assert.equal((await deliveries(service, id))[0]?.state, 'delivered')
    for (let day = 0; day < 25; day++) {
      service.advance(dayMs)
      await send(service)
    }
    assert.deepEqual(
      reasons(receiver).filter((reason) => stumbles.includes(reason)).length,
      20,
      'each is tried ten times',
    )
  })

  test('a webhook that was deleted at Discord is turned off', async (t) => {
    const service = await shared()
    for (const status of [401, 404]) {
      const receiver = await startReceiver()
      t.after(() => receiver.close())
      const given = { url: receiver.url, events: ['account.suspended'], format: 'discord' } as const
      const { webhook } = await createWebhook(service.context, operator, given)
      t.after(() => deleteWebhook(service.context, operator, webhook.id))
      receiver.answers = [status]
      const account = await service.account()
      await suspend(service, account, 'first')
      await suspend(service, account, 'second')
      await send(service)
      assert.equal(receiver.received.length, 1)
      const shown = (await listWebhooks(service.context)).find((each) => each.id === webhook.id)
      assert.equal(shown?.isOn, false)
    }
  })

  test('410 turns the webhook off', async (t) => {
    const service = await shared()
    const { receiver, id } = await hook(t, service, ['account.suspended'])
    const account = await service.account()
    receiver.answers = [410]
    await suspend(service, account, 'first')
    await suspend(service, account, 'second')
    await send(service)
    await suspend(service, account, 'third')
    service.advance(dayMs)
    await send(service)
    assert.deepEqual(reasons(receiver), ['first'])
    const found = await deliveries(service, id)
    assert.deepEqual(
      found.map(({ state }) => state),
      ['failed', 'failed'],
    )
    assert.equal((await listWebhooks(service.context)).find((each) => each.id === id)?.isOn, false)
    await assert.rejects(sendAgain(service.context, operator, id, found[0]?.id ?? ''), refused('webhook_off'))
  })

  test('of several processes one sends; if it dies, another one does', async (t) => {
    const service = await shared()
    const { receiver, id } = await hook(t, service, ['account.suspended'])
    const account = await service.account()
    await suspend(service, account, 'first')
    await suspend(service, account, 'second')
    const reached = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
    const answers = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
    receiver.before = () => {
      const call = receiver.received.length - 1
      reached[call]?.resolve()
      return answers[call]?.promise ?? Promise.resolve()
    }
    const dying = (await Promise.all([begin(service), begin(service), begin(service)])).flat()
    assert.equal(dying.length, 1)
    await reached[0]?.promise
    assert.deepEqual((await Promise.all([begin(service), begin(service)])).flat(), [])
    service.advance(19 * secondMs)
    assert.deepEqual(await begin(service), [])
    assert.deepEqual(reasons(receiver), ['first'])

    service.advance(secondMs)
    answers[1]?.resolve()
    const living = await begin(service)
    await reached[2]?.promise
    // It was not dead: its answer arrives after another process has delivered the same event.
    receiver.answers = [500, 200]
    answers[0]?.resolve()
    await Promise.all(dying)
    assert.deepEqual(reasons(receiver), ['first', 'first', 'second'])
    answers[2]?.resolve()
    await Promise.all(living)
    assert.deepEqual(
      (await deliveries(service, id)).map(({ state, attempts }) => [state, attempts.length]),
      [
        ['delivered', 1],
        ['delivered', 1],
      ],
    )
    await send(service)
    assert.equal(receiver.received.length, 3)
  })

  test('a full queue leaves the remaining events in the audit log', async (t) => {
    const service = await shared()
    const { context } = service
    const { receiver, id } = await hook(t, service, ['ban.added', 'key.*'])
    receiver.answers = [500]
    await context.db.transaction(async (tx) => {
      for (let count = 0; count < 1500; count++) {
        const details = { network: `192.0.2.${count}`, until: null }
        await record(context, tx, operator, { event: 'ban.added', account: null, details })
        service.advance(1)
      }
    })
    await send(service)
    const found = await deliveries(service, id)
    assert.ok(found.length >= 1000 && found.length <= 1200, `${found.length} are kept`)
    const logged = (await listAudit(context, { event: 'ban.added', limit: 1500 })).toReversed()
    assert.deepEqual(
      found.toReversed().map((delivery) => delivery.id),
      logged.slice(0, found.length).map((entry) => entry.id),
      'nothing is skipped at the end of a page of entries',
    )
    assert.equal(receiver.received.length, 2)
  })

  test('finished deliveries are deleted: the newest 1000 stay, and none outlives its entry', async (t) => {
    const service = await shared()
    const { db } = service.context
    const { id } = await hook(t, service, ['account.exported'])
    const row = {
      webhook_id: id,
      event: 'x',
      entry: '{"at":"2026-01-01"}',
      attempts: '[]',
      tries: 1,
      due_at: 1,
    }
    const rows = Array.from({ length: 1005 }, (_, number) => {
      return { ...row, id: String(number).padStart(4, '0'), seal: 1e9, state: 'delivered' as const }
    })
    const waiting = { ...row, id: 'waiting', seal: 1e9, state: 'waiting' as const, due_at: 1e15 }
    const old = { ...waiting, id: 'old', seal: 0 }
    await db.query
      .insertInto('webhook_delivery')
      .values([...rows, waiting, old])
      .execute()
    await sweep(service.context)
    const left = (await deliveries(service, id)).map((delivery) => delivery.id)
    assert.deepEqual([left.length, left[0], left.at(-1)], [1001, 'waiting', '0005'])
  })

  test('Discord gets a message that it displays, without addresses and mentions', async (t) => {
    const service = await shared()
    const receiver = await startReceiver()
    const given = { url: receiver.url, events: ['account.suspended'], format: 'discord' } as const
    const { webhook } = await createWebhook(service.context, operator, given)
    t.after(async () => {
      await receiver.close()
      await deleteWebhook(service.context, operator, webhook.id)
    })
    const account = await service.account({ username: 'Under_score_', email: 'u@example.test' })
    const by = { kind: 'account', id: account.id, name: 'Op', address: '192.0.2.99' } as const
    const suspension = { reason: '@everyone *look* [here](https://x.test) <@1> `a` ||b||', until: null }
    await suspendAccount(service.context, by, await service.stored(account), suspension)
    await send(service)
    const [{ body = '', headers = {} } = {}] = receiver.received
    const { embeds, ...rest } = JSON.parse(body)
    assert.deepEqual(rest, { allowed_mentions: { parse: [] } })
    assert.equal(embeds[0].title, 'Under\\_score\\_: suspended')
    assert.deepEqual(embeds[0].fields, [
      { name: 'by', value: 'Op', inline: true },
      {
        name: 'reason',
        value: '\\@everyone \\*look\\* \\[here\\]\\(https://x.test\\) \\<\\@1\\> \\`a\\` \\|\\|b\\|\\|',
        inline: true,
      },
    ])
    assert.ok(!body.includes('192.0.2.99'))
    assert.match(headers['webhook-signature'] ?? '', /^v1,/)
    const url = 'https://discord.com/api/webhooks/1/t0ken'
    const made = await createWebhook(service.context, operator, { url, events: [], format: undefined })
    await deleteWebhook(service.context, operator, made.webhook.id)
    assert.equal(made.webhook.format, 'discord')
  })

  test('never sends to an address of this machine or its network, whatever the name resolves to', async (t) => {
    const service = await start()
    const { context } = service
    const create = (url: string, events: string[] = []) =>
      createWebhook(context, operator, { url, events, format: undefined })
    for (const [url, reason] of [
      ['https://localhost/', 'webhook_address_private'],
      ['https://127.0.0.1/', 'webhook_address_private'],
      ['https://2130706433/', 'webhook_address_private'],
      ['https://[::ffff:10.0.0.1]/', 'webhook_address_private'],
      ['https://169.254.169.254/', 'webhook_address_private'],
      ['http://hooks.example.test/', 'webhook_url_insecure'],
      ['ftp://hooks.example.test/', 'webhook_url_malformed'],
      ['https://u:p@hooks.example.test/', 'webhook_url_malformed'],
      ['https://hooks.example.test/#x', 'webhook_url_malformed'],
      ['hooks', 'webhook_url_malformed'],
    ] as const) {
      await assert.rejects(create(url), refused(reason), url)
    }
    await assert.rejects(create('https://hooks.example.test/', ['account.gone']), refused('malformed'))
    await assert.rejects(deleteWebhook(context, operator, 'none'), refused('unknown'))
    assert.deepEqual(await listWebhooks(context), [])

    const receiver = await startReceiver()
    t.after(() => receiver.close())
    const { port } = new URL(receiver.url)
    const { webhook } = await create(`https://hooks.example.test:${port}/`)
    const asked: string[] = []
    t.mock.method(dns, 'lookup', (host: string, _options: object, done: (...given: unknown[]) => void) => {
      asked.push(host)
      done(null, [
        { address: '127.0.0.1', family: 4 },
        { address: 'fd00::1', family: 6 },
      ])
    })
    await send(service)
    assert.deepEqual(asked, ['hooks.example.test'])
    const [delivery] = await deliveries(service, webhook.id)
    assert.deepEqual(delivery?.attempts, [{ at: service.now(), status: null, problem: 'address_private' }])
  })
})
