import { type Queries, reads, type Transaction, type Value } from '../engine/database.ts'
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
export async function lastSealNumber(db: Queries): Promise<number> {
  const row = await db.query
    .selectFrom('audit_seal')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.number ?? 0
}

export async function countWaiting(db: Queries, webhookId: string): Promise<number> {
  const row = await db.query
    .selectFrom('webhook_delivery')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row?.waiting ?? 0
}

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
  const { numUpdatedRows } = await tx.query
    .updateTable('webhook')
    .set({ fed_seal: to })
    .where('id', '=', id)
    .where('fed_seal', '=', from)
    .where('off_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (rows.length > 0)
    await tx.query
      .insertInto('webhook_delivery')
      .values([...rows])
      .execute()
  return true
}

const first = reads<WebhookDeliveryRow>(
  'first_webhook_delivery',
  `select * from webhook_delivery where webhook_id = $1 and state = 'waiting' order by seal, id limit 1`,
)

/** Returns the next delivery to be sent, whether or not it is due. */
export async function firstWaiting(db: Queries, webhookId: string): Promise<WebhookDeliveryRow | undefined> {
  const values: Value[] = [webhookId]
  return (await db.run(first, values))[0]
}

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
  const { numUpdatedRows } = await tx.query
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', tries: 0, due_at: now })
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await tx.query
    .updateTable('webhook_delivery')
    .set({ due_at: now })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('due_at', '>', now)
    .execute()
  return true
}
