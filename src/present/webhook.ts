import { isoTime } from '../lib/text/instant.ts'
import type { Webhook, WebhookDelivery } from '../model/webhook.ts'

/** As commands print it, and the API for administration answers. */
export const shownWebhook = ({ id, url, events, format, isOn, createdAt }: Webhook) => ({
  id,
  url,
  events,
  format,
  on: isOn,
  createdAt: isoTime(createdAt),
})

/** As commands print it, and the API for administration answers. */
export const shownDelivery = ({ id, event, at, attempts, state }: WebhookDelivery) => ({
  id,
  event,
  at: isoTime(at),
  attempts: attempts.map((attempt) => ({ ...attempt, at: isoTime(attempt.at) })),
  state,
})
