import type { Queries, Transaction } from '../engine/database.ts'
import { executes, readsFirst, readsNumber, writesAny } from '../engine/queries.ts'
import { inserts } from '../engine/rows.ts'
import type { AuditEntryRow, WebhookDeliveryRow } from '../schema/rows/records.ts'

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

/**
 * Returns the number of deliveries waiting for webhooks that are on, and the time of the first event or null. Ids are in
 * the order of events, so that one entry is read, however many wait.
 */
export const waitingDeliveries = readsFirst<{ waiting: number; oldest: number | null }, []>(
  'waiting_deliveries',
  `select waiting, (select at from audit_entry where id = first_id) as oldest
   from (select count(*) as waiting, min(webhook_delivery.id) as first_id
     from webhook cross join webhook_delivery
     where webhook_id = webhook.id and state = 'waiting' and off_at is null) as counted`,
)

/**
 * Inserts a webhook's deliveries for the seals after `from`, up to `to`. Returns false, having written nothing, if
 * another process has done so.
 */
export async function putDeliveries(
  tx: Transaction,
  { id, from, to }: { id: string; from: number; to: number },
  rows: readonly WebhookDeliveryRow[],
): Promise<boolean> {
  if (!(await markFed(tx, id, from, to))) return false
  await insert(tx, ...rows)
  return true
}

const insert = inserts('webhook_delivery')

const markFed = writesAny<[id: string, from: number, to: number], Transaction>(
  'mark_webhook_fed',
  'update webhook set fed_seal = $3 where id = $1 and fed_seal = $2 and off_at is null returning id',
)

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
export const noteTry = (
  tx: Transaction,
  { webhook_id, id, tries }: WebhookDeliveryRow,
  { state, attempts, due_at }: Pick<WebhookDeliveryRow, 'state' | 'attempts' | 'due_at'>,
): Promise<void> => note(tx, webhook_id, id, tries, state, attempts, due_at)

const note = executes<
  [webhookId: string, id: string, tries: number, state: string, attempts: string, dueAt: number],
  Transaction
>(
  'note_webhook_try',
  `update webhook_delivery set state = $4, attempts = $5, due_at = $6, tries = tries + 1
   where webhook_id = $1 and id = $2 and tries = $3`,
)

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
  if (!(await renew(tx, webhookId, id, now))) return false
  await makeDue(tx, webhookId, now)
  await endHold(tx, webhookId)
  return true
}

const renew = writesAny<[webhookId: string, id: string, now: number], Transaction>(
  'resend_webhook_delivery',
  `update webhook_delivery set state = 'waiting', tries = 0, due_at = $3
   where webhook_id = $1 and id = $2 returning id`,
)

const makeDue = executes<[webhookId: string, now: number], Transaction>(
  'make_webhook_deliveries_due',
  `update webhook_delivery set due_at = $2 where webhook_id = $1 and state = 'waiting' and due_at > $2`,
)

const endHold = executes<[webhookId: string], Transaction>(
  'end_hold_of_webhook',
  'update webhook set held_until = null where id = $1',
)
