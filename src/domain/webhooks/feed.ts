import { eventGroup, everyEvent } from '../../model/records/event-filter.ts'
import { usernamesOfAll } from '../../storage/accounts/usernames.ts'
import type { Queries } from '../../storage/engine/database.ts'
import {
  countWaiting,
  entriesAtOnce,
  lastSealNumber,
  putDeliveries,
  sealedEntries,
  type WantedEvents,
} from '../../storage/records/webhook-deliveries.ts'
import type { AuditEntryRow, WebhookDeliveryRow, WebhookRow } from '../../storage/schema/rows/records.ts'
import { toAuditEntry } from '../audit/list.ts'
import type { ReadContext } from '../context.ts'

/** The most deliveries that wait for one webhook. Further events stay in the audit log until there is room. */
export const maxWaiting = 1000

/** Sent to the webhook that is tested, and to no other one. */
const testEvent = 'webhook.tested'

/** The number of seals searched at once, of which few may contain an event for the webhook. */
const sealsAtOnce = 500

/**
 * Adds the events that each webhook is waiting for. Seals are made one after another, so a webhook that has processed
 * one seal has missed nothing before it, in whatever order entries were written.
 */
export async function feedWebhooks(context: ReadContext, webhooks: readonly WebhookRow[]): Promise<void> {
  const last = await lastSealNumber(context.db)
  for (const webhook of webhooks) {
    let fed: number | undefined = webhook.fed_seal
    while (fed !== undefined && fed < last) fed = await feed(context, webhook, fed, last)
  }
}

/** Returns the seal to which the webhook was fed, or undefined if its queue is full or another process feeds it. */
async function feed(
  { clock, db }: ReadContext,
  webhook: WebhookRow,
  after: number,
  last: number,
): Promise<number | undefined> {
  if ((await countWaiting(db, webhook.id)) >= maxWaiting) return undefined
  const until = Math.min(last, after + sealsAtOnce)
  const found = await sealedEntries(db, { after, until, wanted: wantedBy(webhook) })
  // If the page is full, its last seal may contain more entries.
  const cut = found.length < entriesAtOnce ? undefined : (found.at(-1)?.seal ?? undefined)
  const to = cut === undefined ? until : cut - 1
  const now = clock()
  const usernames = await usernamesThen(db, found)
  const rows = found.flatMap((entry): WebhookDeliveryRow[] => {
    const { id, at, event, seal } = entry
    if (seal === null || seal > to || at < webhook.created_at) return []
    if (event === testEvent && JSON.parse(entry.details).id !== webhook.id) return []
    const told = JSON.stringify({ ...toAuditEntry(entry), username: usernames.get(id) ?? null })
    const start = { state: 'waiting', attempts: '[]', tries: 0, due_at: now } as const
    return [{ webhook_id: webhook.id, id, seal, event, entry: told, ...start }]
  })
  const isOurs = await db.transaction((tx) => putDeliveries(tx, { id: webhook.id, from: after, to }, rows))
  return isOurs ? to : undefined
}

/** Returns the usernames that the entries' accounts had at the time, by entry id. */
async function usernamesThen(
  db: Queries,
  entries: readonly AuditEntryRow[],
): Promise<ReadonlyMap<string, string>> {
  const accounts = new Set(entries.map(({ account_id }) => account_id).filter((id) => id !== null))
  const names = accounts.size === 0 ? [] : await usernamesOfAll(db, [...accounts])
  const found = entries.flatMap(({ id, at, account_id, details }): [string, string][] => {
    const own = names.filter((name) => name.account_id === account_id)
    const then = own.findLast(({ changed_at }) => changed_at <= at) ?? own[0]
    // For a deleted account, only its last entry contains the name.
    const { username } = JSON.parse(details) as { username?: unknown }
    const name = then?.username ?? username
    return typeof name === 'string' ? [[id, name]] : []
  })
  return new Map(found)
}

function wantedBy({ events }: WebhookRow): WantedEvents | undefined {
  const filters: readonly string[] = JSON.parse(events)
  if (filters.includes(everyEvent)) return undefined
  const groups = filters.flatMap((filter) => eventGroup(filter) ?? [])
  return { names: [testEvent, ...filters.filter((filter) => eventGroup(filter) === undefined)], groups }
}
