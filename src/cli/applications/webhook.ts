import { changeWebhook, testWebhook } from '../../domain/webhooks/change-webhook.ts'
import { listDeliveries, sendAgain } from '../../domain/webhooks/deliveries.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  type MadeWebhook,
} from '../../domain/webhooks/webhooks.ts'
import { newWebhookFields, webhookFields } from '../../model/fields/webhook.ts'
import { readRows } from '../../model/records/lists.ts'
import { shownDelivery, shownMadeWebhook, shownWebhook } from '../../present/webhook.ts'
import { commandActor } from '../accounts/command-actor.ts'
import type { Values } from '../line/command.ts'
import { fromOptions } from '../line/field-options.ts'
import type { Output } from '../line/output.ts'
import { type GivenListOptions, readListOptions } from '../line/read-option.ts'
import { readCommand, withContext, withReadOnlyContext, writeCommand } from '../line/with-context.ts'

export async function create(given: Values, output: Output): Promise<void> {
  const fields = fromOptions(newWebhookFields, given)
  await withContext(output, async (context) => {
    printMade(output, await createWebhook(context, commandActor(), fields))
  })
}

export async function set(given: Values & { id: string }, output: Output): Promise<void> {
  const fields = fromOptions(webhookFields, given)
  await withContext(output, async (context) => {
    printMade(output, await changeWebhook(context, commandActor(), given.id, fields))
  })
}

function printMade(output: Output, made: MadeWebhook): void {
  output.object(shownMadeWebhook(made))
  if (made.secret !== undefined) output.note('The secret is shown only once.')
}

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

export async function deliveries(given: GivenListOptions & { id: string }, output: Output): Promise<void> {
  const wanted = readListOptions(given, output)
  await withReadOnlyContext(output, async (context) => {
    const rows = readRows(wanted, async (part) =>
      (await listDeliveries(context, { webhookId: given.id, ...part })).map(shownDelivery),
    )
    await output.list(rows, { id: 32, at: 24, event: 24, state: 9, attempts: 0 })
  })
}

export const send = writeCommand(async (context, given: { id: string; delivery: string }, output) => {
  await sendAgain(context, commandActor(), given.id, given.delivery)
  output.object({ id: given.delivery }, `The delivery ${given.delivery} will be sent again within seconds.`)
})
