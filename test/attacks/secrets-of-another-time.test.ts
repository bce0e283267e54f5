// A process that can no longer decrypt its secrets says so once and leaves the work to those that can.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { suspendAccount } from '../../src/domain/accounts/suspend.ts'
import { sendMail } from '../../src/domain/mail.ts'
import { rotateSecret } from '../../src/domain/operation/encryption.ts'
import { createWebhook } from '../../src/domain/webhooks/webhooks.ts'
import { sendDueMail, startSendingMail } from '../../src/jobs/mail.ts'
import { startSealing } from '../../src/jobs/seal.ts'
import { startDelivering } from '../../src/jobs/webhooks.ts'
import { openMailTransport } from '../../src/mail/transport.ts'
import { migrated } from '../databases.ts'
import { onEveryDatabase, operator, type RunningService, startService } from '../service.ts'
import { until } from '../until.ts'
import { startReceiver } from '../webhooks/receiver.ts'

const oldSecret = 'Zk3v8zr1x7w5n2m9b4c6qjh0t8y5u1i2'
const newSecret = 'p0o9i8u7y6t5r4e3w2q1a9s8d7f6g5h4'
const token = 'Aa0-_'.padEnd(22, 'x')

const put = ({ context }: RunningService, email: string) =>
  context.db.transaction((tx) =>
    sendMail(context, tx, { email, language: 'en' }, { kind: 'register', username: 'Steve', token }),
  )

const transportOf = ({ context }: RunningService) =>
  openMailTransport(context.config, context.baseUrl, () => context.settings.serverName)

/** All jobs that need the secrets, a hundred times as often as the program runs them. */
function startJobs(t: TestContext, service: RunningService): void {
  const { context } = service
  t.after(startSealing(context, 10))
  t.after(startSendingMail(context, transportOf(service), 10))
  t.after(startDelivering(context, 10))
}

const errorsOf = ({ log }: RunningService) =>
  log.map((line) => JSON.parse(line)).filter(({ level, msg }) => level === 50 && msg !== 'request')

for (const kind of ['sqlite', 'postgres'] as const) {
  test(`after the secret was rotated, an instance that was not restarted says so once, and another one delivers (${kind})`, async (t) => {
    const database = await migrated[kind]()
    const settings = { NORN_WEBHOOK_PRIVATE: 'on', NORN_SECRET: oldSecret }
    const service = await startService(database.url, settings)
    const receiver = await startReceiver()
    t.after(async () => {
      await service.close()
      await receiver.close()
      await database.drop()
    })
    const { context } = service
    await createWebhook(context, operator, { url: receiver.url, events: ['account.*'], format: undefined })
    await rotateSecret(context, operator, context.secrets, newSecret)

    const account = await service.account()
    service.advance(1)
    await suspendAccount(context, operator, await service.stored(account), { reason: 'x', until: null })
    // Written by an instance that was restarted, since this one refuses to.
    const restarted = await startService(database.url, { ...settings, NORN_SECRET: newSecret })
    t.after(() => restarted.close())
    await put(restarted, 'steve@example.test')

    startJobs(t, service)
    await until('three jobs fail', () => errorsOf(service).length >= 3)
    await sleep(500)
    const failing = errorsOf(service)
    assert.deepEqual(failing.map(({ msg }) => msg).toSorted(), [
      'sealing the audit log failed',
      'sending mail failed',
      'webhooks failed',
    ])
    for (const { cause } of failing) assert.match(cause, /restart it with the NORN_SECRET/)

    restarted.advance(1)
    startJobs(t, restarted)
    await until('a delivery', () => receiver.received.length > 0)
    await until('an email', () => restarted.log.some((line) => line.includes('mail written to a file')))
    assert.deepEqual(errorsOf(restarted), [])
  })
}

onEveryDatabase('secrets of another time', (start) => {
  test('an email that cannot be decrypted is postponed, and those behind it are sent immediately', async () => {
    const service = await start({ NORN_SECRET: oldSecret })
    const { context } = service
    const damage = { token: 'norn1.damaged', content: '{' }
    for (const column of ['token', 'content'] as const) {
      await put(service, `${column}@example.test`)
      await context.db.query
        .updateTable('mail')
        .set({ [column]: damage[column] })
        .where('recipient', '=', `${column}@example.test`)
        .execute()
    }
    for (let i = 0; i < 8; i++) await put(service, `player${i}@example.test`)
    service.advance(1)
    for (let pass = 0; pass < 3; pass++) await sendDueMail(context, transportOf(service))
    const lines = (text: string) => service.log.filter((line) => line.includes(text))
    assert.equal(lines('mail written to a file').length, 8)
    const failed = lines('"mail not sent"').map((line) => JSON.parse(line))
    assert.deepEqual(
      failed.map(({ level, retryAfter }) => [level, retryAfter]),
      [
        [40, 10],
        [40, 10],
      ],
    )
    assert.match(
      failed.map(({ problem }) => problem).join('\n'),
      /mail\.token of [0-9a-f]+ in the database is damaged/,
    )
    assert.match(failed.map(({ problem }) => problem).join('\n'), /its content in the database is damaged/)
    assert.doesNotMatch(service.log.join(''), /@example\.test/)
  })
})
