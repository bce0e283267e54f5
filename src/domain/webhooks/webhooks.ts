import { webhookSecret } from '../../lib/crypto/webhook-signature.ts'
import type { Actor } from '../../model/accounts/actor.ts'
import { noSuch, requireRules, tooMany } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { Changes } from '../../model/fields/field.ts'
import { newWebhookFields, type WebhookFormat, type webhookFields } from '../../model/fields/webhook.ts'
import type { AuditEvent } from '../../model/records/audit.ts'
import { defaultEvents, formatOf, type Webhook, webhookUrlFault } from '../../model/records/webhook.ts'
import type { Transaction } from '../../storage/engine/database.ts'
import { lastSealNumber } from '../../storage/records/webhook-deliveries.ts'
import {
  allWebhooks,
  countWebhooks,
  deleteWebhookRow,
  insertWebhook,
  webhookById,
} from '../../storage/records/webhooks.ts'
import { webhookSecretPlace, webhookUrlPlace } from '../../storage/schema/encryption.ts'
import type { WebhookRow } from '../../storage/schema/rows/records.ts'
import { change } from '../change.ts'
import type { ChangeContext, Context, ReadContext, SecretContext } from '../context.ts'
import type { StoreAnswer } from '../idempotency.ts'
import { keepDeleted } from '../operation/deletions.ts'

/** Events replace those before; if there are none, `defaultEvents`. */
export type WebhookChanges = Changes<typeof webhookFields>

export interface MadeWebhook {
  webhook: Webhook
  /** Undefined for Discord, which verifies nothing. */
  secret: string | undefined
}

export const newSecret = (random: Context['random']): string => webhookSecret(random.bytes(secretBytes))

export const shownSecret = (format: WebhookFormat, secret: string): string | undefined =>
  format === 'discord' ? undefined : secret

export const wantedEvents = (events: readonly string[], format: WebhookFormat): string =>
  JSON.stringify(events.length === 0 ? defaultEvents(format) : [...new Set(events)])

/** Checks the fields of a webhook. Throws Refused `malformed`, and the faults of `webhookUrlFault`. */
export function checkFields(config: Context['config'], given: WebhookChanges): void {
  const fault =
    given.url === undefined ? undefined : webhookUrlFault(given.url, config.webhookPrivate === 'on')
  if (fault) throw new Refused(fault)
  requireRules(newWebhookFields, given)
}

/** Limited because each webhook is checked every second. */
export const maxWebhooks = 100

const secretBytes = 32

/**
 * Creates a webhook. Its secret is shown only now. Sends everything that happens from now on, beginning with its own
 * creation. Throws Refused `malformed`, `too_many`, and the faults of `webhookUrlFault`.
 */
export async function createWebhook(
  context: ChangeContext & SecretContext,
  by: Actor,
  given: Changes<typeof newWebhookFields>,
  keep?: StoreAnswer<MadeWebhook>,
): Promise<MadeWebhook> {
  const { clock, config, random, secrets } = context
  const { url = '', events = [], format = formatOf(url) } = given
  checkFields(config, { url, events })
  const id = random.uuid()
  const secret = newSecret(random)
  const row: Omit<WebhookRow, 'fed_seal'> = {
    id,
    url: secrets.seal(webhookUrlPlace(id), url),
    secret: secrets.seal(webhookSecretPlace(id), secret),
    events: wantedEvents(events, format),
    format,
    created_at: clock(),
    leased_until: 0,
    off_at: null,
    failures: 0,
    held_until: null,
  }
  const made = { webhook: toWebhook(row, url), secret: shownSecret(format, secret) }
  return change(context, by, async (tx) => {
    await secrets.lock(tx)
    if ((await countWebhooks(tx)) >= maxWebhooks) throw tooMany('webhook', maxWebhooks)
    await insertWebhook(tx, { ...row, fed_seal: await lastSealNumber(tx) })
    const details = { id, origin: new URL(url).origin }
    await keep?.(tx, made)
    return { events: [{ event: 'webhook.created', account: null, details }], result: made }
  })
}

/** Returns the webhooks, the oldest first. */
export async function listWebhooks(context: ReadContext & SecretContext): Promise<Webhook[]> {
  const webhooks: Webhook[] = []
  for (const row of await allWebhooks(context.db)) webhooks.push(toWebhook(row, await urlOf(context, row)))
  return webhooks
}

/** Returns a webhook. Throws Refused `unknown`. */
export async function showWebhook(context: ReadContext & SecretContext, id: string): Promise<Webhook> {
  const row = await webhookById(context.db, id)
  if (!row) throw noSuch('webhook')
  return toWebhook(row, await urlOf(context, row))
}

/** Deletes a webhook and its pending deliveries. Throws Refused `unknown`. */
export async function deleteWebhook(
  context: ChangeContext & SecretContext,
  by: Actor,
  id: string,
): Promise<void> {
  const { secrets } = context
  await change(context, by, async (tx) => {
    await secrets.lock(tx)
    const row = await deleteWebhookRow(tx, id)
    if (!row) throw noSuch('webhook')
    const url = await secrets.open(tx, webhookUrlPlace(id), row.url)
    const secret = await secrets.open(tx, webhookSecretPlace(id), row.secret)
    // In plain text: all that is kept is encrypted together.
    const kept: WebhookRow = { ...row, url, secret }
    await keepDeleted(context, tx, { kind: 'webhook', name: id, title: new URL(url).host }, kept)
    return { events: [{ event: 'webhook.deleted', account: null, details: { id } }] }
  })
}

/** Brings a webhook back, with its secret. It is sent what happens from now on. Throws Refused `too_many`. */
export async function restoreWebhook(
  { secrets }: SecretContext,
  tx: Transaction,
  { content }: { content: string },
): Promise<AuditEvent> {
  const row: WebhookRow = JSON.parse(content)
  const { id, url, secret } = row
  if ((await countWebhooks(tx)) >= maxWebhooks) throw tooMany('webhook', maxWebhooks)
  await insertWebhook(tx, {
    ...row,
    url: secrets.seal(webhookUrlPlace(id), url),
    secret: secrets.seal(webhookSecretPlace(id), secret),
    fed_seal: await lastSealNumber(tx),
    leased_until: 0,
    failures: 0,
    held_until: null,
  })
  return { event: 'webhook.restored', account: null, details: { id, origin: new URL(url).origin } }
}

export const urlOf = (
  { db, secrets }: ReadContext & SecretContext,
  { id, url }: Pick<WebhookRow, 'id' | 'url'>,
): Promise<string> => secrets.open(db, webhookUrlPlace(id), url)

export const toWebhook = (
  { id, events, format, created_at, off_at }: Omit<WebhookRow, 'fed_seal'>,
  url: string,
): Webhook => ({
  id,
  url,
  events: JSON.parse(events),
  format,
  isOn: off_at === null,
  createdAt: created_at,
})

/** Masks a webhook's URL for read-only tokens, because its path may contain a secret that allows posting there. */
export const maskedWebhook = (webhook: Webhook): Webhook => ({
  ...webhook,
  url: `${new URL(webhook.url).origin}/…`,
})
