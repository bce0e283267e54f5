import type { Queries, Transaction } from '../engine/database.ts'
import { readsFirst, readsNumber } from '../engine/queries.ts'
import { changesAny } from '../engine/rows.ts'
import type { AuditEntryRow, WebhookDeliveryRow } from '../schema/schema.ts'

/** Selects the entries that a webhook receives. Undefined means all. */
export interface WantedEvents {
  names: readonly string[]
  /** Prefixes of names. */
  groups: readonly string[]
}

/** No seal has more entries than this, so that a page contains at least one seal completely. */
export const entriesAtOnce = 200

/** Returns the entries under the seals after `after`, up to `until`, in the order in which they are delivered. */
export function sealedEntries(
  db: Queries,
  { after, until, wanted }: { after: number; until: number; wanted: WantedEvents | undefined },
): Promise<AuditEntryRow[]> {
  let found = db.query
    .selectFrom('audit_entry')
    .selectAll()
    .where('seal', '>', after)
    .where('seal', '<=', until)
    .orderBy('seal')
    .orderBy('id')
    .limit(entriesAtOnce)
  if (wanted) {
    const { names, groups } = wanted
    found = found.where((eb) =>
      eb.or([eb('event', 'in', ['', ...names]), ...groups.map((start) => eb('event', 'like', `${start}%`))]),
    )
  }
  return found.execute()
}

/** Returns the number of the last seal, or 0 if there is none. */
export const lastSealNumber = readsNumber('last_audit_seal_number', 'select max(number) from audit_seal')

export const countWaiting = readsNumber<[webhookId: string]>(
  'waiting_webhook_deliveries',
  `select count(*) from webhook_delivery where webhook_id = $1 and state = 'waiting'`,
)

/** Returns the number of deliveries waiting for webhooks that are on, and the time of the oldest event or null. */
export function waitingDeliveries(db: Queries): Promise<{ waiting: number; oldest: number | null }> {
  return db.query
    .selectFrom('webhook')
    .innerJoin('webhook_delivery', 'webhook_id', 'webhook.id')
    .innerJoin('audit_entry', 'audit_entry.id', 'webhook_delivery.id')
    .select((eb) => [eb.fn.countAll<number>().as('waiting'), eb.fn.min('audit_entry.at').as('oldest')])
    .where('state', '=', 'waiting')
    .where('off_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/**
 * Inserts a webhook's deliveries for the seals after `from`, up to `to`. Returns false, having written nothing, if
 * another process has done so.
 */
export async function putDeliveries(
  tx: Transaction,
  { id, from, to }: { id: string; from: number; to: number },
  rows: readonly WebhookDeliveryRow[],
): Promise<boolean> {
  const fed = tx.query.updateTable('webhook').set({ fed_seal: to }).where('id', '=', id)
  if (!(await changesAny(fed.where('fed_seal', '=', from).where('off_at', 'is', null)))) return false
  if (rows.length > 0)
    await tx.query
      .insertInto('webhook_delivery')
      .values([...rows])
      .execute()
  return true
}

/** Returns the next delivery that is due. */
export const firstDue = readsFirst<WebhookDeliveryRow, [webhookId: string, now: number]>(
  'first_webhook_delivery',
  `select * from webhook_delivery where webhook_id = $1 and state = 'waiting' and due_at <= $2
   order by seal, id limit 1`,
)

/** Returns the delivery that is due and was tried least often. */
export const leastTriedDue = readsFirst<WebhookDeliveryRow, [webhookId: string, now: number]>(
  'least_tried_webhook_delivery',
  `select * from webhook_delivery where webhook_id = $1 and state = 'waiting' and due_at <= $2
   order by tries, seal, id limit 1`,
)

/** Records an attempt. Does nothing if the row has changed since. */
export async function noteTry(
  tx: Transaction,
  { webhook_id, id, tries }: WebhookDeliveryRow,
  change: Pick<WebhookDeliveryRow, 'state' | 'attempts' | 'due_at'>,
): Promise<void> {
  await tx.query
    .updateTable('webhook_delivery')
    .set({ ...change, tries: tries + 1 })
    .where('webhook_id', '=', webhook_id)
    .where('id', '=', id)
    .where('tries', '=', tries)
    .execute()
}

/** Returns deliveries after `after`, the newest first. */
export function deliveriesOf(
  db: Queries,
  { webhookId, after, limit }: { webhookId: string; after?: string | undefined; limit: number },
): Promise<WebhookDeliveryRow[]> {
  let found = db.query
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (after !== undefined) found = found.where('id', '<', after)
  return found.execute()
}

/** Makes a delivery as good as new, and the waiting ones due at once. Returns false if there is no such delivery. */
export async function resend(tx: Transaction, webhookId: string, id: string, now: number): Promise<boolean> {
  const deliveries = tx.query.updateTable('webhook_delivery').where('webhook_id', '=', webhookId)
  const again = deliveries.set({ state: 'waiting', tries: 0, due_at: now }).where('id', '=', id)
  if (!(await changesAny(again))) return false
  await deliveries.set({ due_at: now }).where('state', '=', 'waiting').where('due_at', '>', now).execute()
  await tx.query.updateTable('webhook').set({ held_until: null }).where('id', '=', webhookId).execute()
  return true
}
