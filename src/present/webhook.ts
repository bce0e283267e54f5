import { isoTime } from '../lib/text/instant.ts'
import type { Webhook, WebhookDelivery } from '../model/records/webhook.ts'

/** Returns a webhook as commands and the API show it. */
export const shownWebhook = ({ id, url, events, format, isOn, createdAt }: Webhook) => ({
  id,
  url,
  events: [...events],
  format,
  on: isOn,
  createdAt: isoTime(createdAt),
})

/** Returns a delivery as commands and the API show it. */
export const shownDelivery = ({ id, event, at, attempts, state }: WebhookDelivery) => ({
  id,
  event,
  at: isoTime(at),
  attempts: attempts.map((attempt) => ({ ...attempt, at: isoTime(attempt.at) })),
  state,
})
