import { type Queries, reads, type Transaction, writes } from '../engine/database.ts'
import { executes, readsAll, readsFirst, readsNumber, writesAny, writesFirst } from '../engine/queries.ts'
import { changes, inserts } from '../engine/rows.ts'
import type { WebhookRow } from '../schema/rows/records.ts'

/** Returns the webhooks, the oldest first. */
export const allWebhooks = readsAll<WebhookRow>('webhooks', 'select * from webhook order by created_at, id')

export const webhookById = readsFirst<WebhookRow, [id: string]>(
  'webhook',
  'select * from webhook where id = $1',
)

export const countWebhooks = readsNumber('count_webhooks', 'select count(*) from webhook')

export const insertWebhook = inserts('webhook')

export const updateWebhook = changes('webhook')

/** Deletes a webhook with its deliveries. Returns its row, or undefined if it does not exist. */
export const deleteWebhookRow = writesFirst<WebhookRow, [id: string], Transaction>(
  'delete_webhook',
  'delete from webhook where id = $1 returning *',
)

/** Turns a webhook off and fails its waiting deliveries. */
export async function turnOff(tx: Transaction, id: string, offAt: number): Promise<void> {
  await setOff(tx, id, offAt)
  await failWaiting(tx, id)
}

const setOff = executes<[id: string, offAt: number], Transaction>(
  'turn_webhook_off',
  'update webhook set off_at = $2 where id = $1',
)

const failWaiting = executes<[id: string], Transaction>(
  'fail_waiting_webhook_deliveries',
  `update webhook_delivery set state = 'failed' where webhook_id = $1 and state = 'waiting'`,
)

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

/** Ends a lease, unless it has expired and somebody else may have it. */
export const endLease = executes<[id: string, leased: number]>(
  'end_webhook_lease',
  'update webhook set leased_until = 0 where id = $1 and leased_until = $2',
)

/** The state of a webhook after an attempt, and the end of its lease. */
type AfterAttempt = Pick<WebhookRow, 'failures' | 'held_until' | 'leased_until'>

/** Changes the end of a lease, or ends it. Returns false if it has expired and somebody else may have it. */
export const renewLease = (
  db: Queries,
  id: string,
  leased: number,
  { leased_until, held_until, failures }: AfterAttempt,
): Promise<boolean> => renew(db, id, leased, leased_until, held_until, failures)

const renew = writesAny<
  [id: string, leased: number, until: number, heldUntil: number | null, failures: number]
>(
  'renew_webhook_lease',
  `update webhook set leased_until = $3, held_until = $4, failures = $5
   where id = $1 and leased_until = $2 returning id`,
)
