import { countRows } from '../engine/count-rows.ts'
import { type Queries, reads, type Transaction, writes } from '../engine/database.ts'
import { readsAll } from '../engine/queries.ts'
import { changesAny, inserts } from '../engine/rows.ts'
import type { WebhookRow } from '../schema/schema.ts'

/** Returns the webhooks, the oldest first. */
export function allWebhooks(db: Queries): Promise<WebhookRow[]> {
  return db.query.selectFrom('webhook').selectAll().orderBy('created_at').orderBy('id').execute()
}

export function webhookById(db: Queries, id: string): Promise<WebhookRow | undefined> {
  return db.query.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst()
}

export const countWebhooks = (db: Queries): Promise<number> => countRows(db.query, 'webhook')

export const insertWebhook = inserts('webhook')

/** Changes columns of a webhook. */
export async function updateWebhook(
  tx: Transaction,
  id: string,
  columns: Partial<Omit<WebhookRow, 'id' | 'leased_until'>>,
): Promise<void> {
  await tx.query.updateTable('webhook').set(columns).where('id', '=', id).execute()
}

/** Deletes a webhook with its deliveries. */
export const deleteWebhookRow = (tx: Transaction, id: string): Promise<boolean> =>
  changesAny(tx.query.deleteFrom('webhook').where('id', '=', id))

/** Turns a webhook off and fails its waiting deliveries. */
export async function turnOff(tx: Transaction, id: string, off_at: number): Promise<void> {
  await tx.query.updateTable('webhook').set({ off_at }).where('id', '=', id).execute()
  await tx.query
    .updateTable('webhook_delivery')
    .set({ state: 'failed' })
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Called all the time, and usually there are none. */
export const webhooksOn = readsAll<WebhookRow>('webhooks_on', 'select * from webhook where off_at is null')

const canBeSent = `off_at is null and leased_until <= $1 and (held_until is null or held_until <= $1)
  and exists (select 1 from webhook_delivery where webhook_id = webhook.id and state = 'waiting'
    and due_at <= $1)`

const anyDue = reads<{ id: string }>('due_webhook', `select id from webhook where ${canBeSent} limit 1`)

const lease = writes<WebhookRow>(
  'lease_webhooks',
  `update webhook set leased_until = $2
   where id in (select id from webhook where ${canBeSent} order by leased_until, id limit $3)
     and leased_until <= $1
   returning *`,
)

/** Leases webhooks that have something to send to the caller. Until `leasedUntil` nobody else gets them. */
export async function leaseWebhooks(
  db: Queries,
  now: number,
  leasedUntil: number,
  limit: number,
): Promise<WebhookRow[]> {
  // A read delays nobody.
  if ((await db.run(anyDue, [now])).length === 0) return []
  return db.run(lease, [now, leasedUntil, limit])
}

/** The state of a webhook after an attempt, and the end of its lease. */
type AfterAttempt = Partial<Pick<WebhookRow, 'failures' | 'held_until'>> & Pick<WebhookRow, 'leased_until'>

/** Changes the end of a lease, or ends it. Returns false if it has expired and somebody else may have it. */
export const renewLease = (db: Queries, id: string, leased: number, then: AfterAttempt): Promise<boolean> =>
  changesAny(
    db.query.updateTable('webhook').set(then).where('id', '=', id).where('leased_until', '=', leased),
  )
