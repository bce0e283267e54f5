// /webhooks: the receivers of events, as "norn webhook" has them.
import { Type } from 'typebox'
import { listDeliveries, sendAgain } from '../../domain/webhooks/deliveries.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  type MadeWebhook,
  maskedWebhook,
} from '../../domain/webhooks/webhooks.ts'
import { type Webhook, webhookUrlFaults } from '../../model/webhook.ts'
import { shownDelivery, shownWebhook } from '../../present/webhook.ts'
import { EmptyBody } from '../yggdrasil/responses.ts'
import {
  type AdminApi,
  actorOf,
  CreatingHeaders,
  created,
  Id,
  Instant,
  mayReadSecrets,
  Nullable,
  word,
} from './api.ts'
import { ListOf, ListQuery, pageOf, pageOfAll } from './lists.ts'

const Format = Type.Union([Type.Literal('standard'), Type.Literal('discord')])

const webhook = {
  id: Id,
  url: Type.String({
    description: 'For a read-only token, its origin and an ellipsis, since the rest may be a secret.',
  }),
  events: Type.Array(Type.String()),
  format: Format,
  on: Type.Boolean({ description: 'False once the receiver has answered 410.' }),
  createdAt: Instant,
}
const WebhookAnswer = Type.Object(webhook)

const NewWebhook = Type.Object(
  {
    url: Type.String({ format: 'uri', minLength: 1 }),
    events: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        maxItems: 100,
        description: 'Events, patterns such as `account.*`, or `*`; every event by default.',
      }),
    ),
    format: Type.Optional(Format),
  },
  { additionalProperties: false },
)

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

export function webhookRoutes({ app, context, lists, changes, creates }: AdminApi): void {
  app.get(
    '/webhooks',
    {
      schema: {
        summary: 'The webhooks, by id',
        querystring: Type.Object(ListQuery),
        response: { 200: ListOf(WebhookAnswer) },
      },
      config: lists(),
    },
    async (request) => {
      const shown = (webhook: Webhook) =>
        shownForWire(mayReadSecrets(request) ? webhook : maskedWebhook(webhook))
      return pageOfAll(request.query, ({ id }) => id, await listWebhooks(context), shown)
    },
  )

  app.post(
    '/webhooks',
    {
      schema: {
        summary: 'Has events sent to a URL',
        headers: CreatingHeaders,
        body: NewWebhook,
        response: {
          201: Type.Object({
            ...webhook,
            secret: Type.String({ description: 'whsec_…, only in this answer. It verifies signatures.' }),
          }),
        },
      },
      config: creates('event_unknown', 'webhooks_too_many', ...webhookUrlFaults),
    },
    (request, reply) =>
      created(
        context,
        request,
        reply,
        (by, keep) => {
          const { url, events = [], format } = request.body
          return createWebhook(context, by, { url, events, format }, keep)
        },
        ({ webhook, secret }: MadeWebhook) => ({ ...shownForWire(webhook), secret }),
      ),
  )

  app.delete(
    '/webhooks/:id',
    {
      schema: {
        summary: 'Deletes a webhook',
        params: WebhookParams,
        response: { 204: EmptyBody('It is gone.') },
      },
      config: changes('webhook_unknown'),
    },
    async (request, reply) => {
      await deleteWebhook(context, actorOf(request), word(request.params.id))
      return reply.code(204).send()
    },
  )

  app.get(
    '/webhooks/:id/deliveries',
    {
      schema: {
        summary: 'What was and is sent to a webhook, the newest first',
        params: WebhookParams,
        querystring: Type.Object(ListQuery),
        response: { 200: ListOf(DeliveryAnswer) },
      },
      config: lists('webhook_unknown'),
    },
    ({ params, query }) =>
      pageOf(
        query,
        ({ id }) => id,
        (page) => listDeliveries(context, { webhookId: word(params.id), ...page }),
        shownDelivery,
      ),
  )

  app.post(
    '/webhooks/:id/deliveries/:delivery/send',
    {
      schema: {
        summary: 'Sends a delivery again',
        params: Type.Object({ id: Type.String(), delivery: Type.String() }),
        response: { 204: EmptyBody('It is sent within seconds.') },
      },
      config: changes('webhook_unknown', 'webhook_off', 'delivery_unknown'),
    },
    async (request, reply) => {
      const { id, delivery } = request.params
      await sendAgain(context, actorOf(request), word(id), word(delivery))
      return reply.code(204).send()
    },
  )
}

const shownForWire = (...given: Parameters<typeof shownWebhook>) => {
  const { events, ...rest } = shownWebhook(...given)
  return { ...rest, events: [...events] }
}
