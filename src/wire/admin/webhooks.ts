// /webhooks: the receivers of events, as "norn webhook" has them.
import { Type } from 'typebox'
import { changeWebhook, testWebhook } from '../../domain/webhooks/change-webhook.ts'
import { listDeliveries, sendAgain } from '../../domain/webhooks/deliveries.ts'
import { createWebhook, deleteWebhook, listWebhooks, maskedWebhook } from '../../domain/webhooks/webhooks.ts'
import { newWebhookFields, webhookFields } from '../../model/fields/webhook.ts'
import type { Webhook } from '../../model/records/webhook.ts'
import { shownDelivery, shownMadeWebhook, shownWebhook } from '../../present/webhook.ts'
import {
  type AdminApi,
  actorOf,
  Closed,
  created,
  Id,
  Instant,
  mayReadSecrets,
  Nullable,
  word,
} from './api.ts'
import { answeredFields, givenFields, newFields } from './fields.ts'
import { ListOf, ListQuery, pageOf, pageOfAll } from './lists.ts'

const webhook = {
  id: Id,
  ...answeredFields(newWebhookFields),
  on: Type.Boolean({
    description: 'False once the receiver has answered that it is gone; changing the URL turns it on.',
  }),
  createdAt: Instant,
}
const WebhookAnswer = Type.Object(webhook)

const Secret = Type.Optional(
  Type.String({
    description: 'whsec_…, only in this answer. It verifies signatures. Discord has none.',
  }),
)

const Changes = Closed(givenFields(webhookFields))
const NewWebhook = Closed(newFields(newWebhookFields))

const DeliveryAnswer = Type.Object({
  id: Type.String({ description: 'The webhook-id, and the id of the audit log entry.' }),
  event: Type.String(),
  at: Instant,
  attempts: Type.Array(
    Type.Object({
      at: Instant,
      status: Nullable(Type.Integer({ description: 'Null if there was no answer.' })),
      problem: Type.Optional(Type.String({ description: 'The reason why there was no answer.' })),
    }),
  ),
  state: Type.Union([Type.Literal('waiting'), Type.Literal('delivered'), Type.Literal('failed')]),
})

const WebhookParams = Type.Object({ id: Type.String() })

export function webhookRoutes({ app, context, reads, lists, changes, ends, creates }: AdminApi): void {
  app.get('/webhooks', lists('The webhooks, by id', WebhookAnswer), async (request) => {
    const shown = (webhook: Webhook) =>
      shownWebhook(mayReadSecrets(request) ? webhook : maskedWebhook(webhook))
    return pageOfAll(request.query, 'id', await listWebhooks(context), shown)
  })

  app.post(
    '/webhooks',
    creates(
      'Has events sent to a URL',
      Type.Object({
        ...webhook,
        secret: Secret,
      }),
      ['malformed', 'too_many'],
      { body: NewWebhook },
    ),
    (request, reply) =>
      created(context, request, reply, shownMadeWebhook, (by, keep) =>
        createWebhook(context, by, request.body, keep),
      ),
  )

  app.patch(
    '/webhooks/:id',
    changes('Changes a webhook', Type.Object({ ...webhook, secret: Secret }), ['unknown', 'malformed'], {
      description: 'Events replace those before. A URL, even the same one, turns it on again.',
      params: WebhookParams,
      body: Changes,
    }),
    async (request) => {
      const { params, body } = request
      return shownMadeWebhook(await changeWebhook(context, actorOf(request), word(params.id), body))
    },
  )

  app.post(
    '/webhooks/:id/test',
    ends('Sends an event that tests a webhook', 'It is sent within seconds.', ['unknown', 'overloaded'], {
      params: WebhookParams,
    }),
    (request) => testWebhook(context, actorOf(request), word(request.params.id)),
  )

  app.delete(
    '/webhooks/:id',
    ends('Deletes a webhook. It can be undone for an hour', 'It is gone.', ['unknown'], {
      params: WebhookParams,
    }),
    (request) => deleteWebhook(context, actorOf(request), word(request.params.id)),
  )

  app.get(
    '/webhooks/:id/deliveries',
    reads(
      'What was and is sent to a webhook, the newest first',
      ListOf(DeliveryAnswer),
      ['malformed', 'unknown'],
      { params: WebhookParams, querystring: Type.Object(ListQuery) },
    ),
    ({ params, query }) =>
      pageOf(
        query,
        'id',
        (page) => listDeliveries(context, { webhookId: word(params.id), ...page }),
        shownDelivery,
      ),
  )

  app.post(
    '/webhooks/:id/deliveries/:delivery/send',
    ends('Sends a delivery again', 'It is sent within seconds.', ['unknown'], {
      params: Type.Object({ id: Type.String(), delivery: Type.String() }),
    }),
    async (request) => {
      const { id, delivery } = request.params
      await sendAgain(context, actorOf(request), word(id), word(delivery))
    },
  )
}
