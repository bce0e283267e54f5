import { minuteMs } from '../../lib/measure/units.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { noSuch } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { WebhookFormat } from '../../model/fields/webhook.ts'
import { formatOf } from '../../model/records/webhook.ts'
import { takeAll } from '../../storage/limits/budgets.ts'
import { lastSealNumber } from '../../storage/records/webhook-deliveries.ts'
import { updateWebhook, webhookById } from '../../storage/records/webhooks.ts'
import { webhookSecretPlace, webhookUrlPlace } from '../../storage/schema/encryption.ts'
import type { WebhookRow } from '../../storage/schema/rows/records.ts'
import { change } from '../change.ts'
import type { ChangeContext, SecretContext } from '../context.ts'
import {
  checkFields,
  type MadeWebhook,
  newSecret,
  shownSecret,
  toWebhook,
  urlOf,
  type WebhookChanges,
  wantedEvents,
} from './webhooks.ts'

/**
 * Changes the given fields of a webhook. Its id and what waits for it stay. A URL, even the same one, turns a webhook on
 * again, which then gets what happens from now on. Returns a new secret if the webhook had none to show, because it
 * was Discord's until now. Throws Refused `unknown`, `malformed`, and the faults of `webhookUrlFault`.
 */
export async function changeWebhook(
  context: ChangeContext & SecretContext,
  by: Actor,
  id: string,
  fields: WebhookChanges,
): Promise<MadeWebhook> {
  const { config, random, secrets } = context
  checkFields(config, fields)
  const found = await webhookById(context.db, id)
  const before = found && (await urlOf(context, found))
  return change(context, by, async (tx) => {
    await secrets.lock(tx)
    const row = await webhookById(tx, id)
    if (!row || before === undefined) throw noSuch('webhook')
    const url = fields.url ?? before
    const format = formatThen(row.format, before, url)
    const secret = row.format === 'discord' && format === 'standard' ? newSecret(random) : undefined
    const isTurnedOn = row.off_at !== null && fields.url !== undefined
    const then: WebhookRow = {
      ...row,
      ...(url !== before && { url: secrets.seal(webhookUrlPlace(id), url) }),
      ...(secret !== undefined && { secret: secrets.seal(webhookSecretPlace(id), secret) }),
      ...(fields.events && { events: wantedEvents(fields.events, format) }),
      ...(fields.url !== undefined && { failures: 0, held_until: null }),
      ...(isTurnedOn && { off_at: null, fed_seal: await lastSealNumber(tx) }),
      format,
    }
    const result = {
      webhook: toWebhook(then, url),
      secret: secret === undefined ? undefined : shownSecret(format, secret),
    }
    const changed = [
      ...(url === before ? [] : ['url']),
      ...(then.events === row.events ? [] : ['events']),
      ...(isTurnedOn ? ['on'] : []),
    ]
    if (changed.length === 0) return { events: [], result }
    // The lease is of the process that is sending.
    const { id: _id, leased_until: _leasedUntil, ...columns } = then
    await updateWebhook(tx, id, columns)
    const details = { id, origin: new URL(url).origin, changed }
    return { events: [{ event: 'webhook.changed', account: null, details }], result }
  })
}

/** Returns the format at a new URL. One that was chosen against what the URL suggests stays. */
function formatThen(format: WebhookFormat, before: string, url: string): WebhookFormat {
  const suggested = formatOf(url)
  return suggested === 'discord' || format === formatOf(before) ? suggested : format
}

/** Each test sends something to another server. */
const testBudget = { size: 10, refillMs: minuteMs / 2 }

/**
 * Sends a webhook an event of its own, whatever it wants, and what waits for it. Throws Refused `unknown`,
 * `webhook_off`, `overloaded`.
 */
export async function testWebhook(context: ChangeContext, by: Actor, id: string): Promise<void> {
  await change(context, by, async (tx) => {
    const row = await webhookById(tx, id)
    if (!row) throw noSuch('webhook')
    if (row.off_at !== null) throw new Refused('webhook_off')
    const waitMs = await takeAll(tx, context.clock(), [{ key: `webhook_test:${id}`, budget: testBudget }])
    if (waitMs > 0) throw new Refused('overloaded', { retryAfter: Math.ceil(waitMs / 1000) })
    await updateWebhook(tx, id, { held_until: null })
    return { events: [{ event: 'webhook.tested', account: null, details: { id } }] }
  })
}
