// SQLite writes one after the other; on PostgreSQL one lease waits for another's row, and then checks it again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { leaseMail } from '../../src/storage/records/mail.ts'
import { leaseWebhooks } from '../../src/storage/records/webhooks.ts'
import { databases } from '../databases.ts'
import { startService } from '../service.ts'
import { until } from '../until.ts'
import { lockWaits } from './lock-waits.ts'

test('of three that lease the same row simultaneously, one gets it', async (t) => {
  const database = await databases.postgres()
  const service = await startService(database.url)
  t.after(async () => {
    await service.close()
    await database.drop()
  })
  const { db } = service.context
  const now = service.now()
  const soon = now + 1000
  const mail = { kind: 'notice', recipient: 'a@example.test', language: 'en', content: '{}' }
  await db.query
    .insertInto('mail')
    .values({ id: 'm', ...mail, created_at: now, due_at: now, tries: 0, expires_at: soon })
    .execute()
  const webhook = { url: '', secret: '', events: '["*"]', format: 'standard', created_at: now } as const
  await db.query
    .insertInto('webhook')
    .values({ id: 'w', ...webhook, fed_seal: 0, leased_until: 0, failures: 0 })
    .execute()
  const delivery = { event: 'account.created', entry: '{}', state: 'waiting', attempts: '[]' } as const
  await db.query
    .insertInto('webhook_delivery')
    .values({ webhook_id: 'w', id: 'd', seal: 1, ...delivery, tries: 0, due_at: now })
    .execute()

  // A connection for each, so that none is late.
  await Promise.all([1, 2, 3, 4].map(() => lockWaits(db)))
  for (const [table, lease] of [
    ['mail', () => leaseMail(db, now, soon, 4)],
    ['webhook', () => leaseWebhooks(db, now, soon, 4)],
  ] as const) {
    const other = await db.unbounded.query.startTransaction().execute()
    await sql`update ${sql.table(table)} set id = id`.execute(other)
    const leases = [lease(), lease(), lease()]
    await until('three wait', async () => (await lockWaits(db)) === 3)
    await other.commit().execute()
    const given = (await Promise.all(leases)).map(({ length }) => length)
    assert.deepEqual(given.toSorted(), [0, 0, 1], table)
  }
})
