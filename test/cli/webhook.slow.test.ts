import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../until.ts'
import { type Receiver, startReceiver, verified } from '../webhooks/receiver.ts'
import { type Installation, install } from './norn.ts'

interface Shown {
  id: string
  url: string
  events: string[]
  format: string
  on: boolean
  createdAt: string
}

interface Delivery {
  id: string
  event: string
  at: string
  attempts: { at: string; status: number | null }[]
  state: string
}

const variables = { NORN_WEBHOOK_PRIVATE: 'on' }
let norn: Installation
let receiver: Receiver
before(async () => {
  norn = await install()
  receiver = await startReceiver()
})
after(async () => {
  await norn.remove()
  await receiver.close()
})

const run = (...line: string[]) => norn.run(line, { variables })
const json = async (...line: string[]) => JSON.parse((await run(...line, '--json')).stdout)

test('webhooks are created, listed, delivered to across a kill, sent again and deleted', async () => {
  const { secret, ...created }: Shown & { secret: string } = await json(
    'webhook',
    'create',
    '--url',
    receiver.url,
    '--event',
    'account.suspended',
    '--event',
    'ban.*',
  )
  assert.deepEqual(created, {
    id: created.id,
    url: receiver.url,
    events: ['account.suspended', 'ban.*'],
    format: 'standard',
    on: true,
    createdAt: created.createdAt,
  })
  assert.deepEqual(await json('webhook', 'list'), [created])
  const set = (...options: string[]) => json('webhook', 'set', created.id, ...options)
  assert.deepEqual(await set('--no-events'), { ...created, events: ['*'] })
  assert.deepEqual(await set('--event', 'account.suspended', '--event', 'ban.*'), created)
  const account = await norn.json(
    'account',
    'create',
    '--username',
    'Steve',
    '--email',
    's@example.test',
    '--password',
    'long enough',
  )
  await run('account', 'suspend', 'Steve', '--reason', 'griefing')

  const deliveries = (): Promise<Delivery[]> => json('webhook', 'deliveries', created.id)
  receiver.answers = [503]
  const first = await norn.serve(variables)
  await until('it is logged', () => first.output().includes('webhook not delivered'))
  first.kill('SIGKILL')
  await first.ended
  receiver.answers = [200]
  const second = await norn.serve(variables)
  // After five seconds.
  await until('a delivery', () => receiver.received.length > 1)
  const delivered = await until('it is delivered', async () =>
    (await deliveries()).find(({ state }) => state === 'delivered'),
  )
  const [tried, ...again] = receiver.received
  assert.ok(tried)
  assert.deepEqual(
    again.map(({ id, body }) => [id, body]),
    [[tried.id, tried.body]],
  )
  const { type, data } = verified(secret, tried)
  assert.deepEqual([type, data.account, data.details.reason], ['account.suspended', account.id, 'griefing'])
  assert.deepEqual([delivered.id, delivered.event, delivered.at], [tried.id, type, data.at])
  assert.deepEqual(
    delivered.attempts.map(({ status }) => status),
    [503, 200],
  )

  const before = receiver.received.length
  const sent = await run('webhook', 'send', created.id, delivered.id)
  assert.equal(sent.stdout, `The delivery ${delivered.id} will be sent again within seconds.\n`)
  await until('one more', () => receiver.received.length > before)
  assert.equal(receiver.received.at(-1)?.id, tried.id)

  assert.equal((await run('webhook', 'delete', created.id)).stdout, `The webhook ${created.id} is gone.\n`)
  for (const [line, stderr] of [
    [['webhook', 'delete', created.id], /^norn: ".*": the webhook does not exist/],
    [['webhook', 'create', '--url', 'here'], /^norn: the URL is not allowed; /],
  ] as const) {
    const refused = await run(...line)
    assert.deepEqual([refused.status, refused.stdout], [1, ''])
    assert.match(refused.stderr, stderr)
  }
  second.kill('SIGTERM')
  const { status, stdout } = await second.ended
  assert.equal(status, 0)
  assert.ok(!stdout.includes(receiver.url) && !stdout.includes(secret))
})
