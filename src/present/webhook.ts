import { isoTime } from '../lib/text/instant.ts'
import { shownFields } from '../model/fields/field.ts'
import { newWebhookFields } from '../model/fields/webhook.ts'
import type { Webhook, WebhookDelivery } from '../model/records/webhook.ts'

/** Returns a webhook as commands and the API show it. */
export const shownWebhook = (webhook: Webhook) => ({
  id: webhook.id,
  ...shownFields(newWebhookFields, webhook),
  on: webhook.isOn,
  createdAt: isoTime(webhook.createdAt),
})

/** Returns one that was just made. Its secret is shown only now. */
export const shownMadeWebhook = ({ webhook, secret }: { webhook: Webhook; secret: string | undefined }) => ({
  ...shownWebhook(webhook),
  ...(secret !== undefined && { secret }),
})

/** Returns a delivery as commands and the API show it. */
export const shownDelivery = ({ id, event, at, attempts, state }: WebhookDelivery) => ({
  id,
  event,
  at: isoTime(at),
  attempts: attempts.map((attempt) => ({ ...attempt, at: isoTime(attempt.at) })),
  state,
})
