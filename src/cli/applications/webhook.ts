import { changeWebhook, testWebhook } from '../../domain/webhooks/change-webhook.ts'
import { listDeliveries, sendAgain } from '../../domain/webhooks/deliveries.ts'
import { createWebhook, deleteWebhook, listWebhooks } from '../../domain/webhooks/webhooks.ts'
import type { WebhookFormat } from '../../model/records/webhook.ts'
import { shownDelivery, shownWebhook } from '../../present/webhook.ts'
import { commandActor } from '../accounts/command-actor.ts'
import type { Output } from '../line/output.ts'
import { readOption, rowLimit } from '../line/read-option.ts'
import { readCommand, withReadOnlyContext, writeCommand } from '../line/with-context.ts'

const defaultLimit = '100'

interface NewWebhook {
  url: string
  event: readonly string[] | undefined
  format: WebhookFormat | undefined
}

export const create = writeCommand(async (context, { url, event = [], format }: NewWebhook, output) => {
  const given = { url, events: event, format }
  const { webhook, secret } = await createWebhook(context, commandActor(), given)
  output.object({ ...shownWebhook(webhook), ...(secret !== undefined && { secret }) })
  if (secret !== undefined) output.note('The secret is shown only once.')
})

interface Changes {
  id: string
  url: string | undefined
  event: readonly string[] | undefined
}

export const set = writeCommand(async (context, { id, url, event }: Changes, output) => {
  const { webhook, secret } = await changeWebhook(context, commandActor(), id, { url, events: event })
  output.object({ ...shownWebhook(webhook), ...(secret !== undefined && { secret }) })
  if (secret !== undefined) output.note('The secret is shown only once.')
})

export const test = writeCommand(async (context, { id }: { id: string }, output) => {
  await testWebhook(context, commandActor(), id)
  output.object({ id }, `The running service sends a test within seconds: "norn webhook deliveries ${id}".`)
})

export const list = readCommand(async (context, _: object, output) => {
  const rows = (await listWebhooks(context)).map(shownWebhook)
  await output.list(rows, { id: 32, on: 3, format: 8, url: 32, events: 6 })
})

export const remove = writeCommand(async (context, { id }: { id: string }, output) => {
  await deleteWebhook(context, commandActor(), id)
  output.object({ id }, `The webhook ${id} is gone.`)
})

export async function deliveries(
  given: { id: string; limit: string | undefined },
  output: Output,
): Promise<void> {
  const limit = readOption('--limit', given.limit ?? defaultLimit, rowLimit)
  await withReadOnlyContext(output, async (context) => {
    const rows = (await listDeliveries(context, { webhookId: given.id, limit })).map(shownDelivery)
    await output.list(rows, { id: 32, at: 24, event: 24, state: 9, attempts: 0 })
  })
}

export const send = writeCommand(async (context, given: { id: string; delivery: string }, output) => {
  await sendAgain(context, commandActor(), given.id, given.delivery)
  output.object({ id: given.delivery }, `The delivery ${given.delivery} will be sent again within seconds.`)
})
