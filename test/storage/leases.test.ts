// SQLite writes one after the other; on PostgreSQL one lease waits for another's row, and looks at it again then.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { leaseMail } from '../../src/storage/records/mail.ts'
import { leaseWebhooks } from '../../src/storage/records/webhooks.ts'
import { databases } from '../databases.ts'
import { startService } from '../service.ts'

test('of three who lease the same at once, one is given it', async (t) => {
  const database = await databases.postgres()
  const service = await startService(database.url)
  t.after(async () => {
    await service.close()
    await database.drop()
  })
  const { db } = service.context
  const now = service.now()
  const until = now + 1000
  const mail = { kind: 'notice', recipient: 'a@example.test', language: 'en', content: '{}' }
  await db.query
    .insertInto('mail')
    .values({ id: 'm', ...mail, created_at: now, due_at: now, tries: 0, expires_at: until })
    .execute()
  const webhook = { url: '', secret: '', events: '["*"]', format: 'standard', created_at: now } as const
  await db.query
    .insertInto('webhook')
    .values({ id: 'w', ...webhook, fed_seal: 0, leased_until: 0, off_at: null })
    .execute()
  const delivery = { event: 'account.created', entry: '{}', state: 'waiting', attempts: '[]' } as const
  await db.query
    .insertInto('webhook_delivery')
    .values({ webhook_id: 'w', id: 'd', seal: 1, ...delivery, tries: 0, due_at: now })
    .execute()

  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db.query)
    return rows[0]?.count
  }
  // A connection for each, so that none comes late.
  await Promise.all([1, 2, 3, 4].map(waiting))
  for (const [table, lease] of [
    ['mail', () => leaseMail(db, now, until, 4)],
    ['webhook', () => leaseWebhooks(db, now, until, 4)],
  ] as const) {
    const other = await db.patient.query.startTransaction().execute()
    await sql`update ${sql.table(table)} set id = id`.execute(other)
    const leases = [lease(), lease(), lease()]
    while ((await waiting()) !== 3) await sleep(10)
    await other.commit().execute()
    const given = (await Promise.all(leases)).map(({ length }) => length)
    assert.deepEqual(given.toSorted(), [0, 0, 1], table)
  }
})
