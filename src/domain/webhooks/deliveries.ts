import type { Actor } from '../../model/accounts/actor.ts'
import { noSuch } from '../../model/errors/families.ts'
import { Refused } from '../../model/errors/refusal.ts'
import type { ListPart } from '../../model/records/lists.ts'
import type { WebhookDelivery } from '../../model/records/webhook.ts'
import { deliveriesOf, resend } from '../../storage/records/webhook-deliveries.ts'
import { webhookById } from '../../storage/records/webhooks.ts'
import type { WebhookDeliveryRow } from '../../storage/schema/rows/records.ts'
import { change } from '../change.ts'
import type { ChangeContext, ReadContext } from '../context.ts'

interface DeliveryQuery extends ListPart {
  webhookId: string
}

/** Returns a page of deliveries, the newest first. Throws Refused `unknown`. */
export async function listDeliveries({ db }: ReadContext, query: DeliveryQuery): Promise<WebhookDelivery[]> {
  if (!(await webhookById(db, query.webhookId))) throw noSuch('webhook')
  return (await deliveriesOf(db, query)).map(toDelivery)
}

/**
 * Sends a delivery again from the start, whatever its state, and immediately retries those that are waiting. Throws
 * Refused `unknown`, `webhook_off`.
 */
export async function sendAgain(
  context: ChangeContext,
  by: Actor,
  webhookId: string,
  id: string,
): Promise<void> {
  await change(context, by, async (tx) => {
    const webhook = await webhookById(tx, webhookId)
    if (!webhook) throw noSuch('webhook')
    if (webhook.off_at !== null) throw new Refused('webhook_off')
    if (!(await resend(tx, webhookId, id, context.clock()))) throw noSuch('delivery')
    const details = { id: webhookId, delivery: id }
    return { events: [{ event: 'webhook.resent', account: null, details }] }
  })
}

function toDelivery({ id, event, entry, attempts, state }: WebhookDeliveryRow): WebhookDelivery {
  const { at } = JSON.parse(entry)
  return { id, event, at: Date.parse(at), attempts: JSON.parse(attempts), state }
}
